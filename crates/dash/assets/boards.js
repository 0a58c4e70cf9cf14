// Games that are being played, on boards that move by themselves.

import { Board } from "./board.js";
import { news } from "./live.js";

/** Between the moves of a game that is shown again, and after its last one. */
const STEP = 450;
const REST = 2500;

const still = matchMedia("(prefers-reduced-motion: reduce)");

function made(name, className, text = "") {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** A board with the names of its players and its last move. */
export class Show {
  constructor(place) {
    this.figure = made("figure", "showing");
    this.names = made("p", "player");
    this.last = made("p", "last-move");
    const frame = made("div", "board-frame");
    const board = made("div", "board");
    board.setAttribute("role", "grid");
    board.setAttribute("aria-label", "chess board");
    frame.append(board);
    this.figure.append(this.names, frame, this.last);
    place.append(this.figure);
    this.board = new Board(board, () => {});
    this.next = null;
    this.timer = null;
  }

  /** Puts the last position of a game on the board. */
  show(game, at = game.moves.length) {
    const move = game.moves[at - 1];
    const plies = game.plies - game.moves.length + at;
    this.board.show({ fen: move?.fen ?? game.start, legal: [], last: move?.uci ?? null });
    this.names.textContent = `${game.white} – ${game.black}`;
    const [side, number] = (move?.fen ?? game.start).split(" ").filter((_, at) => at === 1 || at === 5);
    const written = !move ? "" : side === "b" ? `${number}. ${move.san}` : `${number - 1}… ${move.san}`;
    const ended = game.result && at === game.moves.length ? game.result : "";
    this.last.textContent = [written, move?.comment, ended].filter(Boolean).join(" · ");
    this.figure.dataset.plies = plies;
    this.figure.dataset.result = ended;
  }

  /** Shows a game again from its start, unless one is being shown: then it comes after it. */
  replay(game) {
    const same = (other) => JSON.stringify(other) === JSON.stringify(game);
    if (same(this.game) || same(this.next)) return;
    this.next = game;
    if (!this.timer) this.begin();
  }

  begin() {
    this.timer = null;
    if (!this.next) return;
    [this.game, this.next] = [this.next, null];
    const { game } = this;
    const end = game.moves.length;
    const step = (at) => {
      this.show(game, at);
      const wait = at < end ? STEP : REST;
      this.timer = setTimeout(() => (at < end ? step(at + 1) : this.begin()), wait);
    };
    step(still.matches ? end : 0);
  }

  remove() {
    clearTimeout(this.timer);
    this.figure.remove();
  }
}

/** The boards of each source, by its key. */
const shown = new Map();

function show() {
  for (const place of document.querySelectorAll(".boards[data-source]")) {
    const { source } = place.dataset;
    const { games = [], replayed } = news.boards.find(({ key }) => key === source) ?? {};
    let boards = shown.get(source) ?? [];
    // The page may have been put together anew since.
    if (boards.some((board) => !place.contains(board.figure))) {
      for (const board of boards) place.append(board.figure);
    }
    while (boards.length < games.length) boards.push(new Show(place));
    while (boards.length > games.length) boards.pop().remove();
    shown.set(source, boards);
    games.forEach((game, at) => (replayed ? boards[at].replay(game) : boards[at].show(game)));
  }
}

document.addEventListener("boards", show);
document.addEventListener("part", show);
show();
