// Keeps a page as new as what it shows. The server says that something has changed; then
// the page is asked for again, and the parts of it that differ take the place of the old.

const root = document.documentElement;
const connection = document.getElementById("connection");

/** What the server has told last of boards. */
export const news = { boards: [] };

/** The parts as the server sent them: scripts change what is on the page. */
const sent = new Map(parts(document).map((part) => [part.dataset.part, part.outerHTML]));

function parts(page) {
  return [...page.querySelectorAll("[data-part]")];
}

function say(state, text) {
  connection.className = state;
  if (connection.textContent !== text) connection.textContent = text;
}

/** What a visitor has done to the old part is done to the new one. */
function carryOver(before, after) {
  for (const details of before.querySelectorAll("details[id][open]")) {
    after.querySelector(`#${CSS.escape(details.id)}`)?.setAttribute("open", "");
  }
  const scrolled = [...before.querySelectorAll(".scroll, .table")].map((box) => box.scrollLeft);
  const focus = before.contains(document.activeElement) ? document.activeElement.id : "";
  before.replaceWith(after);
  [...after.querySelectorAll(".scroll, .table")].forEach((box, at) => {
    box.scrollLeft = scrolled[at] ?? 0;
  });
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function put(page) {
  const news = parts(page);
  const names = new Set(news.map((part) => part.dataset.part));
  for (const old of parts(document)) {
    if (!names.has(old.dataset.part)) {
      old.remove();
      sent.delete(old.dataset.part);
    }
  }
  let before = null;
  for (const part of news) {
    const name = part.dataset.part;
    const html = part.outerHTML;
    const old = document.querySelector(`[data-part="${CSS.escape(name)}"]`);
    if (old && sent.get(name) === html) {
      before = old;
      continue;
    }
    sent.set(name, html);
    const fresh = document.adoptNode(part);
    if (old) carryOver(old, fresh);
    else if (before) before.after(fresh);
    else document.getElementById("main").prepend(fresh);
    before = fresh;
    document.dispatchEvent(new CustomEvent("part", { detail: fresh }));
  }
}

let wanted = root.dataset.state;
let busy = false;
let again = false;

async function refresh() {
  // What is heard meanwhile may be newer than the page that is on its way.
  again = busy;
  if (busy || document.hidden || wanted === root.dataset.state) return;
  busy = true;
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const state = page.documentElement.dataset.state;
    if (response.ok && state) {
      put(page);
      root.dataset.state = state;
      root.dataset.updates = Number(root.dataset.updates ?? 0) + 1;
      say("on", "live");
    } else {
      say("off", page.querySelector("main p:not(.code)")?.textContent ?? "not to be read");
      wanted = root.dataset.state;
    }
  } catch {
    say("off", "connection lost, trying again");
    setTimeout(refresh, 1000);
  } finally {
    busy = false;
    if (again) refresh();
  }
}

function watch() {
  const events = new EventSource(root.dataset.live);
  events.onmessage = ({ data }) => {
    if (data === "gone") {
      say("off", "This run is no longer there.");
      return;
    }
    say("on", "live");
    wanted = data;
    refresh();
  };
  events.addEventListener("boards", ({ data }) => {
    news.boards = JSON.parse(data);
    document.dispatchEvent(new CustomEvent("boards"));
  });
  events.onerror = () => {
    say("off", "connection lost, trying again");
    // A browser does not come back by itself from an answer that is no stream.
    if (events.readyState === EventSource.CLOSED) {
      events.close();
      wanted = "unknown";
      refresh();
      setTimeout(watch, 1000);
    }
  };
  addEventListener("pagehide", () => events.close());
}

/** Where a family is wider than the screen, its champion is in sight first. */
for (const family of document.querySelectorAll(".family")) {
  const box = family.closest(".scroll");
  const champion = family.querySelector(".member").getBoundingClientRect();
  const middle = champion.left + champion.width / 2 - box.getBoundingClientRect().left;
  box.scrollLeft = middle - box.clientWidth / 2;
}

if (root.dataset.live) {
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", (event) => event.persisted && watch());
  watch();
}
