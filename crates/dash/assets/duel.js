// Two organisms against each other, a pair of games at a time, for the Elo between them.

import { Show } from "./boards.js";

const $ = (id) => document.getElementById(id);

class Duel {
  constructor(form) {
    this.form = form;
    this.players = JSON.parse(form.dataset.players);
    this.going = 0;
    this.show = null;
    for (const side of ["first", "second"]) {
      const select = form.elements[side];
      select.addEventListener("change", () => this.offer(side));
      this.offer(side);
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (form.dataset.state === "playing") this.stop("Stopped.");
      else this.play();
    });
  }

  /** The generations of the player that is chosen. */
  offer(side) {
    const { last } = this.players[this.form.elements[side].value];
    const field = this.form.elements[`${side}-generation`];
    field.max = last ?? 0;
    field.value = last ?? "";
    field.disabled = last === null;
  }

  asked(side) {
    const { run, phase } = this.players[this.form.elements[side].value];
    return { run, phase, generation: Number(this.form.elements[`${side}-generation`].value) };
  }

  say(text) {
    $("duel-said").textContent = text;
  }

  stop(text) {
    this.going += 1;
    this.form.dataset.state = "";
    $("duel-go").textContent = "Play";
    this.say(text);
  }

  async play() {
    this.going += 1;
    const own = this.going;
    const { form } = this;
    form.dataset.state = "playing";
    $("duel-go").textContent = "Stop";
    const players = [this.asked("first"), this.asked("second")];
    const nodes = Number(form.elements.nodes.value);
    const pairs = Number(form.elements.pairs.value);
    const played = [];
    $("duel-progress").max = pairs;
    $("duel-progress").value = 0;
    this.say("Playing…");
    while (played.length < pairs) {
      const response = await this.ask({ players, nodes, played }, own);
      if (own !== this.going) return;
      if (response.error) return this.stop(response.error);
      played.push(response.played);
      $("duel-progress").value = played.length;
      $("duel-elo").textContent = `${response.elo} Elo`;
      $("duel-interval").textContent = `95 %: ${response.interval}`;
      $("duel-score").textContent = response.score;
      $("duel-counts").textContent = `${response.counts} in ${played.length} pairs`;
      $("duel-results").hidden = false;
      this.show ??= new Show($("duel-board"));
      this.show.replay(response.games[0]);
    }
    this.stop(`${pairs} pairs at ${nodes} nodes a move.`);
  }

  /** The answer of the server; where it is busy it is asked again. */
  async ask(request, own) {
    for (let wait = 500; own === this.going; wait = Math.min(5000, 2 * wait)) {
      try {
        const response = await fetch("/api/duel", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
        });
        if (![429, 503].includes(response.status)) return await response.json();
        this.say("The server is busy; going on in a moment…");
      } catch {
        this.say("Connection lost, trying again…");
      }
      await new Promise((done) => setTimeout(done, wait));
    }
    return {};
  }
}

if ($("duel")) new Duel($("duel"));
