// A chess board: shows a position, and lets the side to move choose one of its moves by
// pointer, touch or keyboard. The rules are the server's.

const NS = "http://www.w3.org/2000/svg";
const FILES = "abcdefgh";
const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The pieces, in a square of 45 units: bodies, then lines on them. */
const SHAPES = {
  p: ["M22.5 9a5.3 5.3 0 0 1 3.7 9.1c3.3 1.7 4.8 4.4 4.3 7.4-.3 1.9-1.5 3.2-2.8 4.2 4 1.5 6.6 4.4 6.8 8.3H10.5c.2-3.9 2.8-6.8 6.8-8.3-1.3-1-2.5-2.3-2.8-4.2-.5-3 1-5.7 4.3-7.4A5.3 5.3 0 0 1 22.5 9z", ""],
  r: ["M11 8h5v4h4V8h5v4h4V8h5v9l-3.5 3.5v9L33 33v1.5h2V38H10v-3.5h2V33l2.5-3.5v-9L11 17z", "M14.5 20.5h16M14.5 29.5h16M12 34.5h21"],
  n: ["M20.5 7.5 22 11c7.8.6 13.5 8 13.5 18.5 0 3 0 6-.5 8.5H14.5c0-7 6.5-8.5 6.5-15-2.5 2-4.5 2.2-6.5 4.5l-2 2.8c-.9.9-2.8.7-3.6-.8-.9-1.5-1.2-3.2-.3-4.5l3.4-6.5c.4-4 2.7-6.7 5-8z", "M15.5 18.2h.01M26.5 15.5c3 3 4.7 7.5 4.7 14.5M10.8 27.5l.01 0"],
  b: ["M22.5 5.5a2.7 2.7 0 0 1 1.9 4.6c4.6 3 7.6 7.6 7.1 12-.3 2.5-1.7 4.3-3.3 5.6l1 4.3c3.3.2 6.3 1 6.3 6h-26c0-5 3-5.8 6.3-6l1-4.3c-1.6-1.3-3-3.1-3.3-5.6-.5-4.4 2.5-9 7.1-12a2.7 2.7 0 0 1 1.9-4.6z", "M16.8 27.7h11.4M15.8 32h13.4M22.5 15v7.5M18.8 18.7h7.4"],
  q: ["M9 27 7.7 16.5l5.8 8 1.2-11.9 5.1 11L22.5 11l2.7 12.6 5.1-11 1.2 11.9 5.8-8L36 27c-1.5 2-2.5 3.5-2.5 5.5 1.5.5 2.5 2 2.5 5.5H9c0-3.5 1-5 2.5-5.5 0-2-1-3.5-2.5-5.5zM4.8 13.6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM12.2 9.8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM20.1 8.3a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM28 9.8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM35.4 13.6a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z", "M10.5 28.4c7.2-1.7 16.8-1.7 24 0M11.7 32.7c6.8-1.5 14.8-1.5 21.6 0"],
  k: ["M21 4h3v3h3v3h-3v3.2c1.3.8 2.1 2.1 2.4 3.5 4.3-2.7 10.1-1 11.2 3.7.8 3.6-1.5 6.6-4.6 9.6v3c1.5.5 2.5 2 2.5 5h-26c0-3 1-4.5 2.5-5v-3c-3.1-3-5.4-6-4.6-9.6 1.1-4.7 6.9-6.4 11.2-3.7.3-1.4 1.1-2.7 2.4-3.5V10h-3V7h3z", "M22.5 18.5v11M12 30c6.7-1.7 14.3-1.7 21 0M12 33c6.7-1.5 14.3-1.5 21 0"],
};

export function piece(letter) {
  const kind = letter.toLowerCase();
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("class", `piece ${letter === kind ? "black" : "white"}`);
  svg.setAttribute("aria-hidden", "true");
  SHAPES[kind].forEach((lines, at) => {
    const path = document.createElementNS(NS, "path");
    path.setAttribute("d", lines);
    path.setAttribute("class", at ? "lines" : "body");
    if (lines) svg.append(path);
  });
  return svg;
}

/** The pieces of a position by their squares. */
export function placed(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set(FILES[file++] + (8 - down), letter);
    }
  });
  return pieces;
}

function called(square, letter) {
  if (!letter) return `${square}, empty`;
  const side = letter === letter.toLowerCase() ? "black" : "white";
  return `${square}, ${side} ${NAMES[letter.toLowerCase()]}`;
}

export class Board {
  /** `choose` is called with the move that was chosen, as UCI writes it. */
  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.flipped = false;
    this.focus = "e2";
    this.chosen = null;
    this.position = { fen: "8/8/8/8/8/8/8/8", legal: [], last: null, check: null };
    this.listen();
    this.build();
  }

  build() {
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
    const files = [...FILES];
    if (this.flipped) {
      ranks.reverse();
      files.reverse();
    }
    this.order = ranks.map((rank) => files.map((file) => file + rank));
    const rows = this.order.map((squares, down) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.append(
        ...squares.map((square, across) => {
          const cell = document.createElement("div");
          cell.setAttribute("role", "gridcell");
          cell.dataset.square = square;
          const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1;
          cell.className = dark ? "square dark" : "square light";
          if (across === 0) cell.dataset.rank = square[1];
          if (down === 7) cell.dataset.file = square[0];
          return cell;
        }),
      );
      return row;
    });
    this.element.replaceChildren(...rows);
    this.cells = new Map(
      [...this.element.querySelectorAll(".square")].map((cell) => [cell.dataset.square, cell]),
    );
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.build();
  }

  show(position) {
    this.position = position;
    this.chosen = null;
    this.draw();
  }

  /** The legal moves from a square. */
  from(square) {
    return this.position.legal.filter((move) => move.startsWith(square));
  }

  draw() {
    const { fen, last, check } = this.position;
    const pieces = placed(fen);
    const targets = new Set(this.chosen ? this.from(this.chosen).map((move) => move.slice(2, 4)) : []);
    for (const [square, cell] of this.cells) {
      const letter = pieces.get(square);
      if (cell.dataset.piece !== (letter ?? "")) {
        cell.dataset.piece = letter ?? "";
        cell.replaceChildren(...(letter ? [piece(letter)] : []));
      }
      const marks = {
        last: last && (last.slice(0, 2) === square || last.slice(2, 4) === square),
        chosen: this.chosen === square,
        target: targets.has(square),
        check: check === square,
        movable: this.from(square).length > 0,
      };
      for (const [mark, on] of Object.entries(marks)) cell.classList.toggle(mark, Boolean(on));
      let label = called(square, letter);
      if (marks.check) label += ", in check";
      if (marks.chosen) label += ", chosen";
      if (marks.target) label += letter ? ", can be taken" : ", can be reached";
      cell.setAttribute("aria-label", label);
      cell.tabIndex = square === this.focus ? 0 : -1;
    }
  }

  listen() {
    const { element } = this;
    const square = (event) => event.target.closest?.(".square")?.dataset.square;
    element.addEventListener("pointerdown", (event) => {
      const at = square(event);
      if (at && event.button === 0) {
        event.preventDefault();
        this.press(at, event);
      }
    });
    element.addEventListener("focusin", (event) => {
      this.focus = square(event) ?? this.focus;
    });
    element.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key in steps) {
      const row = this.order.findIndex((squares) => squares.includes(this.focus));
      const [down, across] = steps[event.key];
      const file = this.order[row].indexOf(this.focus) + across;
      this.focusOn(this.order[row + down]?.[file]);
    } else if (event.key === "Enter" || event.key === " ") {
      this.press(this.focus);
    } else if (event.key === "Escape") {
      this.chosen = null;
      this.draw();
    } else {
      return;
    }
    event.preventDefault();
  }

  focusOn(square) {
    if (!square) return;
    this.cells.get(this.focus).tabIndex = -1;
    this.focus = square;
    this.cells.get(square).tabIndex = 0;
    this.cells.get(square).focus();
  }

  /** A square was pressed: it is one to go to, or the piece on it is chosen. */
  press(square, event) {
    this.focus = square;
    if (this.chosen && this.from(this.chosen).some((move) => move.slice(2, 4) === square)) {
      this.go(this.chosen, square);
      return;
    }
    const again = this.chosen === square;
    this.chosen = this.from(square).length && !(again && !event) ? square : null;
    this.draw();
    if (event && this.chosen) this.drag(event, again);
  }

  /** The chosen piece follows the pointer. */
  drag(event, again) {
    const { clientX: x, clientY: y, pointerId } = event;
    const cell = this.cells.get(this.chosen);
    const shape = cell.querySelector(".piece");
    let moved = false;
    const under = (at) => {
      const [found] = document
        .elementsFromPoint(at.clientX, at.clientY)
        .filter((one) => one.classList.contains("square") && this.element.contains(one));
      return found;
    };
    const follow = (at) => {
      if (at.pointerId !== pointerId) return;
      const [dx, dy] = [at.clientX - x, at.clientY - y];
      moved ||= Math.hypot(dx, dy) > 6;
      if (moved) {
        shape.classList.add("dragged");
        shape.style.transform = `translate(${dx}px, ${dy}px)`;
        const over = under(at);
        for (const one of this.cells.values()) one.classList.toggle("over", one === over);
      }
    };
    const drop = (at) => {
      if (at.pointerId !== pointerId) return;
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      shape.classList.remove("dragged");
      shape.style.transform = "";
      for (const one of this.cells.values()) one.classList.remove("over");
      const target = at.type === "pointerup" ? under(at)?.dataset.square : null;
      const from = cell.dataset.square;
      if (moved && target && this.from(from).some((move) => move.slice(2, 4) === target)) {
        this.go(from, target);
      } else if (moved || again) {
        this.chosen = null;
        this.draw();
      }
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  async go(from, to) {
    const moves = this.position.legal.filter((move) => move.startsWith(from + to));
    this.chosen = null;
    this.draw();
    const move = moves.length > 1 ? await this.promote(moves) : moves[0];
    if (move) this.choose(move);
  }

  /** Asks what a pawn becomes; nothing if the visitor thinks better of it. */
  promote(moves) {
    const dialog = document.getElementById("promotion");
    const white = this.position.fen.split(" ")[1] === "w";
    const form = dialog.querySelector("form");
    const order = "qrbn";
    const choices = [...moves].sort((a, b) => order.indexOf(a[4]) - order.indexOf(b[4]));
    form.replaceChildren(
      ...choices.map((move) => {
        const button = document.createElement("button");
        button.value = move;
        button.setAttribute("aria-label", NAMES[move[4]]);
        button.append(piece(white ? move[4].toUpperCase() : move[4]));
        return button;
      }),
    );
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    });
  }
}
