// A game to click through.

import { Board } from "./board.js";
import { chooseMoves, listMoves } from "./moves.js";

const $ = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";

/** The score in a comment as engines write it, in pawns for White. */
function score(comment, at, start) {
  const found = /(?:^|\s)([+-]?(?:\d+\.\d+|M\d+))(?:\/\d+|\s|$)/.exec(comment);
  if (!found) return null;
  const mate = found[1].includes("M");
  const own = mate ? (found[1].startsWith("-") ? -10 : 10) : Number(found[1]);
  const whitesMove = (start.split(" ")[1] === "w") === (at % 2 === 0);
  return Math.max(-10, Math.min(10, whitesMove ? own : -own));
}

function watch(game) {
  const board = new Board($("board"), () => {});
  const { moves, start } = game;
  let at = moves.length;
  let timer = null;

  function show(to) {
    at = to;
    board.show({ fen: at ? moves[at - 1].fen : start, legal: [], last: at ? moves[at - 1].uci : null });
    listMoves($("moves"), { played: moves, start }, at);
    $("comment").textContent = at ? moves[at - 1].comment : game.comment;
    $("first").disabled = $("before").disabled = at === 0;
    $("next").disabled = $("last").disabled = at === moves.length;
    const mark = $("scores").querySelector(".hair");
    if (mark) mark.setAttribute("x1", at), mark.setAttribute("x2", at);
    if (at === moves.length) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    $("run").textContent = "Play it";
  }

  function run() {
    if (timer) return stop();
    if (at === moves.length) show(0);
    $("run").textContent = "Pause";
    timer = setInterval(() => show(at + 1), 700);
  }

  $("title").textContent = game.title;
  const steps = { first: () => 0, before: () => at - 1, next: () => at + 1, last: () => moves.length };
  for (const [id, to] of Object.entries(steps)) $(id).addEventListener("click", () => show(to()));
  $("run").addEventListener("click", run);
  $("flip").addEventListener("click", () => board.flip());
  chooseMoves($("moves"), () => moves.length, () => at, show);
  drawScores(moves.map((move, index) => score(move.comment, index, start)), start);
  show(at);
}

/** What each player thought of it, move by move, White's advantage upwards. */
function drawScores(scores, start) {
  if (scores.filter((one) => one !== null).length < 2) return;
  const shape = (name, attributes) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = shape("svg", {
    class: "scores",
    viewBox: `0 -10.5 ${scores.length + 1} 21`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": "the players' scores over the game, from 10 pawns for White to 10 for Black",
  });
  const lines = ["white", "black"].map((side, after) => {
    const turn = (start.split(" ")[1] === "w") === (after === 0) ? 0 : 1;
    const own = (value, index) => value !== null && index % 2 === turn;
    const points = scores.flatMap((value, index) => (own(value, index) ? [`${index + 1},${-value}`] : []));
    return shape("polyline", { class: side, points: points.join(" ") });
  });
  svg.append(
    shape("line", { class: "zero", x1: 0, x2: scores.length + 1, y1: 0, y2: 0 }),
    ...lines,
    shape("line", { class: "hair", x1: 0, x2: 0, y1: -10.5, y2: 10.5 }),
  );
  const caption = document.createElement("p");
  caption.className = "legend";
  for (const side of ["White", "Black"]) {
    const line = document.createElement("i");
    line.className = `line ${side.toLowerCase()}`;
    const name = document.createElement("span");
    name.append(line, `${side}'s score`);
    caption.append(name, " ");
  }
  caption.append("in pawns, White's advantage upwards, at most 10");
  $("scores").replaceChildren(svg, caption);
}

if ($("game")) watch(JSON.parse($("game").dataset.game));
