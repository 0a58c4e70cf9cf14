// Charts that are read and zoomed. They are drawn by the server; here is what a pointer or
// the keyboard does on them.

const NS = "http://www.w3.org/2000/svg";

/** On a phone there is a smaller picture, whose text can be read there. */
const phone = matchMedia("(max-width: 40rem)");

/** The charts that show a part of the run: the first and the last generation of it. */
const zoomed = new Map();

function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function number(value) {
  const places = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toFixed(places).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "").replace("-", "−");
}

class Chart {
  constructor(figure) {
    Object.assign(this, JSON.parse(figure.dataset.chart));
    this.narrow = JSON.parse(figure.dataset.narrow);
    this.figure = figure;
    this.drawing = figure.querySelector(".drawing");
    this.reading = figure.querySelector(".reading");
    const points = this.lines.flatMap((line) => line.points);
    this.places = [...new Set(points.map(([generation]) => generation))].sort((a, b) => a - b);
    this.at = null;
    this.overlay = shape("svg", { class: "overlay", "aria-hidden": "true" });
    this.drawing.append(this.overlay);
    this.listen();
    if (zoomed.has(figure.id)) this.addWholeButton();
  }

  /** The size of the picture that is seen, and where its lines are. */
  get place() {
    return phone.matches ? this.narrow : this.wide;
  }

  x(generation) {
    const [left, , right] = this.place.box;
    const [first, last] = this.generations;
    return left + ((right - left) * (generation - first)) / (last - first);
  }

  y(value) {
    const [, top, , bottom] = this.place.box;
    const [low, high] = this.values;
    return bottom - ((bottom - top) * (value - low)) / (high - low);
  }

  /** The generation under a pointer. */
  generation(event) {
    const { left, width } = this.drawing.getBoundingClientRect();
    const { size, box } = this.place;
    const x = ((event.clientX - left) / width) * size[0];
    const [from, , to] = box;
    const [first, last] = this.generations;
    const generation = first + ((last - first) * (x - from)) / (to - from);
    return Math.min(last, Math.max(first, generation));
  }

  listen() {
    const { drawing } = this;
    drawing.addEventListener("pointermove", (event) => {
      this.point(this.generation(event));
      if (this.from !== undefined) this.select(this.from, this.generation(event));
    });
    drawing.addEventListener("pointerleave", () => this.clear());
    drawing.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && event.pointerType !== "touch") {
        this.from = this.generation(event);
        drawing.setPointerCapture(event.pointerId);
        event.preventDefault();
        drawing.focus({ preventScroll: true });
      }
    });
    drawing.addEventListener("pointerup", (event) => {
      const [from, to] = [this.from, this.generation(event)].sort((a, b) => a - b);
      this.from = undefined;
      const [first, last] = this.generations;
      if (to - from > (last - first) / 50) this.zoom(from, to);
    });
    drawing.addEventListener("dblclick", () => this.whole());
    drawing.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const at = this.places.indexOf(this.at);
    const last = this.places.length - 1;
    const to = { ArrowLeft: Math.max(at, 1) - 1, ArrowRight: Math.min(at + 1, last), Home: 0, End: last };
    const [first, end] = this.generations;
    if (event.key in to) {
      this.point(this.places[to[event.key]], true);
    } else if (event.key === "+") {
      const [middle, reach] = [this.at ?? (first + end) / 2, (end - first) / 4];
      this.zoom(middle - reach, middle + reach);
    } else if (event.key === "-" || event.key === "Escape") {
      this.whole();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Shows the values of the generation that is nearest. */
  point(generation, aloud = false) {
    if (!this.places.length) return;
    const near = this.places.reduce((best, place) =>
      Math.abs(place - generation) < Math.abs(best - generation) ? place : best,
    );
    this.at = near;
    const { size, box } = this.place;
    const [, top, , bottom] = box;
    this.overlay.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    const x = this.x(near);
    const marks = [shape("line", { class: "hair", x1: x, x2: x, y1: top, y2: bottom })];
    const words = [`generation ${number(near)}`];
    for (const line of this.lines) {
      const found = line.points.find(([place]) => place === near);
      if (found) {
        marks.push(shape("circle", { class: "dot", cx: x, cy: this.y(found[1]), r: 4 }));
        words.push(`${line.label} ${number(found[1])}`);
      }
    }
    this.overlay.replaceChildren(...marks);
    const text = `${words.join(" · ")} (${this.unit})`;
    this.reading.setAttribute("aria-live", aloud ? "polite" : "off");
    this.reading.textContent = text;
  }

  select(from, to) {
    const [, top, , bottom] = this.place.box;
    const [left, right] = [this.x(from), this.x(to)].sort((a, b) => a - b);
    const area = { class: "area", x: left, y: top, width: right - left, height: bottom - top };
    this.overlay.append(shape("rect", area));
  }

  clear() {
    this.overlay.replaceChildren();
    this.reading.textContent = "";
    this.at = null;
  }

  zoom(from, to) {
    const first = Math.max(0, Math.floor(from));
    zoomed.set(this.figure.id, [first, Math.max(first + 1, Math.ceil(to))]);
    this.draw();
  }

  whole() {
    if (zoomed.delete(this.figure.id)) this.draw(0, Number.MAX_SAFE_INTEGER);
  }

  addWholeButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "whole";
    button.textContent = "Whole run";
    button.addEventListener("click", () => this.whole());
    this.figure.querySelector("h3").append(" ", button);
  }

  /** Has the server draw what is to be shown. */
  async draw(...all) {
    const [from, to] = zoomed.get(this.figure.id) ?? all;
    const focused = this.drawing === document.activeElement;
    const response = await fetch(`${this.figure.dataset.zoom}&from=${from}&to=${to}`);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = document.adoptNode(page.querySelector("figure"));
    this.figure.replaceWith(fresh);
    new Chart(fresh);
    if (focused) fresh.querySelector(".drawing").focus({ preventScroll: true });
  }
}

function attach(within) {
  for (const figure of within.querySelectorAll("figure.chart")) {
    const chart = new Chart(figure);
    if (zoomed.has(figure.id)) chart.draw();
  }
}

attach(document);
document.addEventListener("part", ({ detail }) => attach(detail));
