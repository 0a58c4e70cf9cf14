// The moves of a game as a list to choose from.

/** Puts moves into a list; `at` is the number of the one that is shown, `end` how it ended. */
export function listMoves(list, { played, start, end }, at) {
  const fields = start.split(" ");
  const offset = 2 * (Number(fields[5]) - 1) + (fields[1] === "b" ? 1 : 0);
  const rows = [];
  played.forEach((move, index) => {
    const half = index + offset;
    if (half % 2 === 0 || rows.length === 0) {
      const row = document.createElement("li");
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${Math.floor(half / 2) + 1}.${half % 2 ? " …" : ""}`;
      row.append(number);
      rows.push(row);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.san;
    button.dataset.at = index + 1;
    if (index + 1 === at) button.setAttribute("aria-current", "step");
    rows.at(-1).append(button);
  });
  if (end) {
    const row = document.createElement("li");
    row.className = "result";
    row.textContent = end;
    rows.push(row);
  }
  list.replaceChildren(...rows);
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

/** Calls `show` with the number of the move that is chosen, by pointer or keyboard. */
export function chooseMoves(list, count, current, show) {
  const go = (at) => {
    show(Math.min(count(), Math.max(0, at)));
    list.querySelector("[aria-current]")?.focus({ preventScroll: true });
  };
  list.addEventListener("click", (event) => {
    const at = Number(event.target.dataset?.at);
    if (at) go(at);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(current() + step);
  });
}
