//! A real browser without a window, driven over its DevTools protocol.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket, client};

/// Longer than anything takes here, on a machine however busy.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    process: Child,
    connection: RefCell<Connection>,
    _profile: TempDir,
}

struct Connection {
    socket: WebSocket<TcpStream>,
    sent: u64,
    /// What was said without being asked, by session.
    events: Vec<Value>,
}

impl Browser {
    pub fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--window-size=1280,1000",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("chromium is installed");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines.by_ref().find_map(|line| {
            let line = line.unwrap();
            Some(line.strip_prefix("DevTools listening on ")?.to_owned())
        });
        // What it says besides is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.expect("chromium says where it listens");
        let host = address.split('/').nth(2).unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = client(&address, stream).unwrap();
        let connection = Connection {
            socket,
            sent: 0,
            events: Vec::new(),
        };
        Self {
            process,
            connection: RefCell::new(connection),
            _profile: profile,
        }
    }

    /// Opens a page, and waits until it is there.
    pub fn open(&self, url: &str) -> Page<'_> {
        let target = self.call(None, "Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", attach);
        let page = Page {
            browser: self,
            session: attached["sessionId"].as_str().unwrap().into(),
        };
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.go(url);
        page
    }

    fn call(&self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        let said = self.ask(session, method, parameters);
        assert!(said["error"].is_null(), "{method}: {said}");
        said["result"].clone()
    }

    /// The whole answer, which may be an error.
    fn ask(&self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        let mut connection = self.connection.borrow_mut();
        connection.sent += 1;
        let id = connection.sent;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let text = message.to_string();
        connection.socket.send(Message::text(text)).unwrap();
        loop {
            let message = connection.socket.read().expect("chromium answers");
            let Message::Text(text) = message else {
                continue;
            };
            let said: Value = serde_json::from_str(&text).unwrap();
            if said["id"] == id {
                return said;
            }
            connection.events.push(said);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A page in the browser.
pub struct Page<'a> {
    browser: &'a Browser,
    session: String,
}

impl Page<'_> {
    pub fn call(&self, method: &str, parameters: Value) -> Value {
        self.browser.call(Some(&self.session), method, parameters)
    }

    /// Brings it before the others.
    pub fn show(&self) {
        self.call("Page.bringToFront", json!({}));
    }

    /// Asks the browser itself.
    pub fn browser_call(&self, method: &str, parameters: Value) {
        self.browser.call(None, method, parameters);
    }

    /// Goes to another page.
    pub fn go(&self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    pub fn reload(&self) {
        self.eval("window.old = true");
        self.call("Page.reload", json!({}));
        self.wait("!window.old && document.readyState === 'complete'");
    }

    /// What an expression of a script comes to.
    pub fn eval(&self, expression: &str) -> Value {
        let asked = json!({
            "expression": expression,
            "awaitPromise": true,
            "returnByValue": true,
        });
        let said = self.call("Runtime.evaluate", asked);
        let exception = &said["exceptionDetails"];
        assert!(exception.is_null(), "{expression}: {exception}");
        said["result"]["value"].clone()
    }

    pub fn text(&self, expression: &str) -> String {
        let value = self.eval(expression);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression}: {value}"))
            .into()
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        let begun = Instant::now();
        loop {
            // While another page is loaded there is nothing to ask, and that is an error.
            let asked = json!({ "expression": expression, "returnByValue": true });
            let said = self
                .browser
                .ask(Some(&self.session), "Runtime.evaluate", asked);
            if said["result"]["result"]["value"] == true {
                return;
            }
            if begun.elapsed() > PATIENCE {
                let shown = self.eval("document.body.innerText");
                panic!(
                    "waited in vain for {expression}: {said}\n{shown}\n{:?}",
                    self.errors()
                );
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the middle of an element, once it stands still: what a page loads last may
    /// move it.
    pub fn click(&self, selector: &str) {
        let place = self.eval(&format!(
            "(async () => {{
                for (let last = null;;) {{
                    const one = document.querySelector({selector:?});
                    one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                    const box = one.getBoundingClientRect();
                    const place = [box.x + box.width / 2, box.y + box.height / 2];
                    if (last?.every((number, at) => number === place[at])) return place;
                    last = place;
                    await new Promise((done) => setTimeout(done, 100));
                }}
            }})()"
        ));
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.mouse(kind, &place);
        }
    }

    /// Taps the middle of an element, as a finger does.
    pub fn tap(&self, selector: &str) {
        let place = self.eval(&format!(
            "(() => {{
                const one = document.querySelector({selector:?});
                one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = one.getBoundingClientRect();
                return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
            }})()"
        ));
        for (kind, points) in [("touchStart", json!([place])), ("touchEnd", json!([]))] {
            let touch = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", touch);
        }
    }

    pub fn mouse(&self, kind: &str, place: &Value) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": place[0], "y": place[1], "button": button, "clickCount": 1 }),
        );
    }

    /// Presses a key.
    pub fn key(&self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": key });
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// What the console of this page has complained of.
    pub fn errors(&self) -> Vec<String> {
        // Everything that was said before this answer is there then.
        self.call("Runtime.evaluate", json!({ "expression": "0" }));
        let connection = self.browser.connection.borrow();
        let own = connection.events.iter();
        let own = own.filter(|event| event["sessionId"] == self.session.as_str());
        let wrong = own.filter(|event| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        });
        wrong.map(|event| event["params"].to_string()).collect()
    }
}
