// The list of runs, filtered and sorted. What is chosen holds when the list changes.

const filter = () => document.getElementById("filter");
let sorted = { column: null, ascending: true };

function rows() {
  return [...document.querySelectorAll(".runs tbody tr")];
}

function value(row, column) {
  const cell = row.children[column];
  const text = cell.dataset.sort ?? cell.textContent.trim();
  const figure = Number(text.replace("−", "-").replace(/^([+-]?[\d.]+).*/s, "$1"));
  return text !== "" && Number.isFinite(figure) ? figure : text;
}

function compare(a, b) {
  if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
  return typeof a === "number" ? -1 : 1;
}

function show() {
  const table = document.querySelector(".runs table");
  if (!table) return;
  const { column, ascending } = sorted;
  if (column !== null) {
    const sign = ascending ? 1 : -1;
    const order = rows().sort((a, b) => sign * compare(value(a, column), value(b, column)));
    table.tBodies[0].append(...order);
  }
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    if (at === column) head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  });
  const words = filter().value.toLowerCase().split(/\s+/);
  let count = 0;
  for (const row of rows()) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    count += row.hidden ? 0 : 1;
  }
  const all = rows().length;
  document.getElementById("shown").textContent = count < all ? `${count} of ${all}` : "";
}

document.addEventListener("input", (event) => {
  if (event.target === filter()) show();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.sort");
  if (!button) return;
  const column = button.closest("th").cellIndex;
  sorted = { column, ascending: sorted.column === column ? !sorted.ascending : true };
  show();
});
document.addEventListener("part", show);
