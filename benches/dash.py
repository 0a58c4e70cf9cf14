"""What it costs to look on; see dash.sh."""

import base64
import http.client
import json
import os
import re
import resource
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

PROGRAM = sys.argv[1]
PAGES = 50
PAIRS = 4
# About ten generations a second, and some twenty seconds of work on two cores.
LIVE = ["evol-eval", "--set", "generations=150", "--set", "mimic.train=3000"]
# 1,000 generations of 100 organisms.
LARGE = ["evol-eval", "--set", "generations=999", "--set", "mimic.train=100",
         "--set", "mimic.test=100"]


def evolve(folder, name, arguments):
    """Goes through a run; the seconds that it took."""
    begun = time.time()
    subprocess.run([PROGRAM, "evolve", *arguments, "--name", name], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.time() - begun


def serve(folder):
    server = subprocess.Popen([PROGRAM, "serve", "--port", "0"], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return server, server.stdout.readline().strip()


def processor(pid):
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(url, name, seen):
    """An open page: it hears of changes and asks for the page then. It does no more than
    that, since in life these pages are on other machines."""
    path = f"/runs/{name}"
    host, port = re.fullmatch(r"http://(.*):(\d+)/", url).groups()
    while True:
        events = http.client.HTTPConnection(host, int(port))
        events.request("GET", f"{path}/live")
        news = events.getresponse()
        if news.status == 200:
            break
        time.sleep(0.02)
    pages = http.client.HTTPConnection(host, int(port))
    mark = b'id="generation">'
    try:
        for line in news:
            if line.startswith(b"data:"):
                pages.request("GET", path)
                page = pages.getresponse().read()
                at = page.find(mark) + len(mark)
                if at >= len(mark):
                    seen.append((int(page[at:page.index(b"<", at)]), time.time()))
    except (OSError, http.client.HTTPException):
        pass


def alone(folder, number):
    """The seconds of an evolution on which nobody looks."""
    return evolve(folder, f"alone-{number}", LIVE)


def watched(folder, number):
    """The seconds of an evolution with open pages; the shares of the processors that the
    server and the pages take, and how late each page was."""
    server, url = serve(folder)
    name, seen = f"watched-{number}", []
    for _ in range(PAGES):
        threading.Thread(target=watch, args=(url, name, seen), daemon=True).start()
    begun, own = processor(server.pid), time.process_time()
    seconds = evolve(folder, name, LIVE)
    cores = seconds * os.cpu_count() / 100
    shares = (processor(server.pid) - begun) / cores, (time.process_time() - own) / cores
    server.kill()
    stamps = sqlite3.connect(f"{folder}/runs/{name}/journal.sqlite")
    stamps = dict(stamps.execute("SELECT generation, unix_ms / 1000.0 FROM stamp"))
    return seconds, shares, [at - stamps[generation] for generation, at in seen]


def looked_on(folder):
    """The evolution alone and with open pages, in turn, each as often first."""
    ratios, servers, pages, delays = [], [], [], []
    for number in range(PAIRS):
        without = alone(folder, number) if number % 2 == 0 else None
        seconds, (server, page), late = watched(folder, number)
        without = without or alone(folder, number)
        ratios.append(seconds / without)
        servers.append(server)
        pages.append(page)
        delays += late
    delays.sort()
    print(f"evolution with {PAGES} pages, time by that without: "
          f"{statistics.median(ratios):.3f} (of {', '.join(f'{one:.3f}' for one in ratios)})")
    print(f"processor time of the server: {statistics.median(servers):.1f} % of "
          f"{os.cpu_count()} cores; of the pages, which are in that ratio too: "
          f"{statistics.median(pages):.1f} %")
    print(f"a page shows a generation after {statistics.median(delays):.2f} s, "
          f"95 % within {delays[len(delays) * 95 // 100]:.2f} s, all within {delays[-1]:.2f} s "
          f"({len(delays)} updates)")


class Browser:
    """As much of the DevTools protocol as it takes to time a page."""

    def __init__(self, folder):
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update",
                 "--disable-sync", "--remote-debugging-port=0", f"--user-data-dir={folder}/p"]
        self.process = subprocess.Popen(["chromium", *flags, "about:blank"], text=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if line.startswith("DevTools listening on "):
                break
        port = int(re.search(r":(\d+)/", line)[1])
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as pages:
            page = next(one for one in json.load(pages) if one["type"] == "page")
        path = page["webSocketDebuggerUrl"].split(str(port), 1)[1]
        self.socket = socket.create_connection(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass
        self.sent = 0

    def call(self, method, **parameters):
        self.sent += 1
        text = json.dumps({"id": self.sent, "method": method, "params": parameters}).encode()
        # A masked frame whose mask is zero.
        head = bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4)
        self.socket.sendall(head + text)
        while True:
            length = self.file.read(2)[1] & 127
            if length > 125:
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            said = json.loads(self.file.read(length))
            if said.get("id") == self.sent:
                return said["result"]

    def first_paint(self, url):
        """Seconds from the request to the first paint with content."""
        self.call("Page.navigate", url=url)
        ask = ("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
               " ?? null")
        while True:
            time.sleep(0.1)
            found = self.call("Runtime.evaluate", expression=ask, returnByValue=True)
            if found["result"].get("value"):
                return found["result"]["value"] / 1000


def first_paint(folder):
    evolve(folder, "large", LARGE)
    browser = Browser(folder)
    times = []
    for _ in range(5):
        # A server that has seen nothing yet.
        server, url = serve(folder)
        times.append(browser.first_paint(f"{url}runs/large"))
        server.kill()
    browser.process.kill()
    print(f"first paint of a run with 100,000 organisms: {statistics.median(times):.2f} s "
          f"(of {', '.join(f'{one:.2f}' for one in times)})")


def main():
    # Each open page has two connections at times.
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        first_paint(folder)
        looked_on(folder)


main()
