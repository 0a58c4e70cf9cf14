// A game against an organism. The game is the list of its moves; they stand in the address,
// so that it goes on after a reload. Rules and replies are the server's.

import { Board } from "./board.js";
import { chooseMoves, listMoves } from "./moves.js";

const $ = (id) => document.getElementById(id);
const opponent = JSON.parse($("play").dataset.opponent);
const phases = opponent.phases;

const game = read();
const board = new Board($("board"), (move) => play(move));
if (game.side === "b") board.flip();

/** What the server said last, and what organisms thought, by the number of the move. */
let answer = null;
const thoughts = new Map();
/** The move after which the position is shown; none for the latest. */
let viewed = null;
/** Whether the organism plays both sides. */
let alone = false;
/** Answers to older questions are not wanted any more. */
let question = 0;

/** The game as the address has it. */
function read() {
  const given = new URLSearchParams(location.hash.slice(1));
  const first = opponent.first ?? {};
  const count = (name, usual) => (given.has(name) ? Number(given.get(name)) : usual);
  const last = phases.at(-1);
  const phase = count("phase", first.phase ?? last?.phase ?? 0);
  const scores = phases.find((one) => one.phase === phase)?.scores ?? [0];
  return {
    start: given.get("start") ?? "",
    moves: given.get("moves")?.split(".").filter(Boolean) ?? [],
    side: given.get("side") === "b" ? "b" : "w",
    nodes: count("nodes", Number($("nodes").dataset.usual)),
    phase,
    generation: count("generation", first.generation ?? scores.length - 1),
    number: given.has("generation") ? optional(given.get("number")) : (first.number ?? null),
  };
}

function optional(text) {
  return text === null || text === "" ? null : Number(text);
}

function write() {
  const { moves, number, start, ...rest } = game;
  const kept = new URLSearchParams({ ...rest, moves: moves.join(".") });
  if (start) kept.set("start", start);
  if (number !== null) kept.set("number", number);
  history.replaceState(null, "", `#${kept}`);
}

function name() {
  if (!opponent.run) return "Galapagos 2";
  const which = game.number === null ? "" : ` number ${game.number}`;
  const title = phases.length > 1 ? ` ${phases.find((one) => one.phase === game.phase)?.title}` : "";
  return `${opponent.run},${title} generation ${game.generation}${which}`;
}

function names() {
  if (alone) return [name(), name()];
  return game.side === "w" ? ["You", name()] : [name(), "You"];
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Asks the server, as often as it takes, unless something else is asked meanwhile. */
async function ask(reply) {
  const asked = ++question;
  const body = { start: game.start || null, moves: game.moves, names: names(), player: null };
  if (reply) {
    const { phase, generation, number, nodes } = game;
    body.player = { run: opponent.run, phase, generation, number, nodes };
  }
  for (;;) {
    let problem;
    try {
      const response = await fetch("/api/game", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (asked !== question) return null;
      const said = await response.json();
      if (response.ok) return said;
      problem = said.error;
      if (![429, 503].includes(response.status)) {
        say(problem, true);
        return null;
      }
    } catch {
      problem = "The server does not answer.";
    }
    if (asked !== question) return null;
    say(`${problem} Trying again…`, true);
    await pause(1);
    if (asked !== question) return null;
  }
}

function say(text, wrong = false) {
  $("said").textContent = text;
  $("said").classList.toggle("wrong", wrong);
}

/** Brings the board to the game as it is, and lets the opponent move if it is its turn. */
async function update() {
  write();
  say("");
  viewed = null;
  // The position is there at once, however long the reply takes.
  const now = await ask(false);
  if (!now) return;
  show(now);
  if (now.end || (now.turn === game.side && !alone)) return;
  say(`${name()} is thinking…`);
  $("board").classList.add("waiting");
  const replied = await ask(true);
  $("board").classList.remove("waiting");
  if (!replied) return;
  game.moves = replied.played.map((move) => move.uci);
  if (replied.thought) thoughts.set(game.moves.length, replied.thought);
  write();
  show(replied);
  if (alone && !replied.end) setTimeout(() => alone && update(), 400);
  else letGo();
}

function show(now) {
  answer = now;
  draw();
  if (now.end) say(`${now.end}: ${now.result}`);
  else if (now.turn === game.side && !alone) say(now.check ? "You are in check." : "Your move.");
}

function draw() {
  const { played, start } = answer;
  const at = viewed ?? played.length;
  const current = at === played.length;
  const mine = current && !answer.end && answer.turn === game.side;
  board.show({
    fen: at === 0 ? start : played[at - 1].fen,
    legal: mine && !alone ? answer.legal : [],
    last: at === 0 ? null : played[at - 1].uci,
    check: current ? answer.check : null,
  });
  const { end, result } = answer;
  listMoves($("moves"), { played, start, end: end && `${result} · ${end}` }, at);
  drawWhy(at);
  const [white, black] = names();
  $("above").textContent = board.flipped ? white : black;
  $("below").textContent = board.flipped ? black : white;
  $("back").disabled = game.moves.length === 0;
}

/** What spoke for the last move that is shown, or for the reply to which it was made. */
function drawWhy(at) {
  const thought = thoughts.get(at) ?? thoughts.get(at - 1);
  $("why").hidden = !thought;
  if (!thought) return;
  $("why-move").textContent = thought.san;
  const score = thought.score === null ? "" : `It thinks: ${thought.score} for itself. `;
  const nodes = thought.nodes.toLocaleString("en");
  const plies = thought.depth === 1 ? "1 ply" : `${thought.depth} plies`;
  $("why-figures").textContent = `${score}It looked at ${nodes} positions, ${plies} ahead.`;
  $("why-line").textContent = thought.line.length > 1 ? `It expects ${thought.line.join(" ")}` : "";
  $("why-grounds").replaceChildren(...thought.grounds.filter((one) => one.reasons.length).map(ground));
}

const SHOWN = 8;

function ground({ title, unit, reasons }) {
  const section = document.createElement("section");
  const head = document.createElement("h3");
  head.textContent = title;
  const small = document.createElement("small");
  small.textContent = unit;
  const list = document.createElement("ul");
  list.className = "reasons";
  const most = Math.max(...reasons.map((reason) => Math.abs(reason.weight ?? 0)), 1e-9);
  const item = (reason) => {
    const row = document.createElement("li");
    const what = document.createElement("code");
    what.textContent = reason.what;
    row.append(what);
    if (reason.weight !== null) {
      const weight = document.createElement("b");
      const sign = reason.weight > 0 ? "+" : "−";
      const size = Math.abs(reason.weight);
      const figure = size.toLocaleString("en", { maximumFractionDigits: size < 10 ? 1 : 0 });
      weight.textContent = unit === "times" ? figure : sign + figure;
      const bar = document.createElement("i");
      bar.className = reason.weight > 0 ? "for" : "against";
      bar.style.width = `${(100 * size) / most}%`;
      row.append(weight, bar);
    }
    if (reason.meaning) {
      const meaning = document.createElement("small");
      meaning.textContent = reason.meaning;
      row.append(meaning);
    }
    return row;
  };
  list.append(...reasons.slice(0, SHOWN).map(item));
  section.append(head, small, list);
  if (reasons.length > SHOWN) {
    const rest = document.createElement("p");
    rest.className = "soft";
    rest.textContent = `and ${reasons.length - SHOWN} that matter less`;
    section.append(rest);
  }
  return section;
}

function play(move) {
  letGo();
  game.moves = [...game.moves, move];
  update();
}

/** Takes back the visitor's last move, with the reply to it. */
function takeBack() {
  letGo();
  const first = answer.start.split(" ")[1];
  const whose = (count) => ((count % 2 === 0) === (first === "w") ? "w" : "b");
  do {
    thoughts.delete(game.moves.length);
    game.moves = game.moves.slice(0, -1);
  } while (game.moves.length > 0 && whose(game.moves.length) !== game.side);
  update();
}

/** The visitor plays again. */
function letGo() {
  alone = false;
  $("alone").textContent = "Watch it play itself";
}

function fresh(changes) {
  letGo();
  thoughts.clear();
  Object.assign(game, { moves: [] }, changes);
  if (board.flipped !== (game.side === "b")) board.flip();
  update();
}

/** What the opponent may be: a slider over the generations of a part of the run. */
function chooser() {
  if (!phases.length) return;
  $("choose").hidden = false;
  const hide = phases.length === 1;
  $("phase").hidden = $("phase-label").hidden = hide;
  $("phase").replaceChildren(
    ...phases.map((one) => {
      const option = document.createElement("option");
      option.value = one.phase;
      option.textContent = one.title;
      return option;
    }),
  );
  $("phase").addEventListener("change", () => {
    game.phase = Number($("phase").value);
    game.number = null;
    const { scores } = phases.find((one) => one.phase === game.phase);
    game.generation = scores.length - 1;
    tell();
    write();
  });
  $("generation").addEventListener("input", () => {
    game.generation = Number($("generation").value);
    game.number = null;
    tell();
    write();
  });
  // Where it is the opponent's turn, the new one makes the move.
  $("generation").addEventListener("change", update);
  $("phase").addEventListener("change", update);
}

function tell() {
  const phase = phases.find((one) => one.phase === game.phase);
  if (phase) {
    const last = phase.scores.length - 1;
    $("phase").value = game.phase;
    $("generation").max = last;
    $("generation").value = game.generation;
    $("generation-shown").textContent = `${game.generation} of ${last}`;
    const score = phase.scores[game.generation] ?? "";
    $("score").textContent =
      game.number === null
        ? `Its best: ${score} (${phase.unit})`
        : `Number ${game.number} of this generation; move the slider for the best of another.`;
  }
  const nodes = game.nodes.toLocaleString("en");
  $("nodes-shown").textContent = nodes;
  // The slider itself counts from 0 to 100.
  $("nodes").setAttribute("aria-valuetext", `${nodes} nodes a move`);
}

function strength() {
  const slider = $("nodes");
  const [least, most] = [Number(slider.dataset.least), Number(slider.dataset.most)];
  const whole = Math.log(most / least);
  slider.value = (100 * Math.log(game.nodes / least)) / whole;
  slider.addEventListener("input", () => {
    const nodes = least * Math.exp((whole * slider.value) / 100);
    const unit = 10 ** (Math.floor(Math.log10(nodes)) - 1);
    game.nodes = Math.round(nodes / unit) * unit;
    tell();
    write();
  });
}

async function copy() {
  try {
    await navigator.clipboard.writeText(answer.pgn);
    $("copied").textContent = "Copied.";
  } catch {
    const text = document.createElement("textarea");
    text.value = answer.pgn;
    text.readOnly = true;
    text.rows = 8;
    $("copied").replaceChildren(text);
    text.select();
  }
}

chooseMoves(
  $("moves"),
  () => answer.played.length,
  () => viewed ?? answer.played.length,
  (at) => {
    viewed = at === answer.played.length ? null : at;
    draw();
  },
);
$("back").addEventListener("click", takeBack);
$("flip").addEventListener("click", () => {
  board.flip();
  draw();
});
$("swap").addEventListener("click", () => {
  game.side = game.side === "w" ? "b" : "w";
  if (board.flipped !== (game.side === "b")) board.flip();
  update();
});
$("new").addEventListener("click", () => fresh({}));
$("alone").addEventListener("click", () => {
  alone = !alone;
  $("alone").textContent = alone ? "Stop" : "Watch it play itself";
  update();
});
$("copy").addEventListener("click", copy);
$("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const before = { ...game };
  Object.assign(game, { start: $("fen").value.trim(), moves: [] });
  // A position that is none leaves the game as it was.
  if (await ask(false)) fresh({});
  else Object.assign(game, before);
});
$("fen").value = game.start;

chooser();
strength();
tell();
update();
