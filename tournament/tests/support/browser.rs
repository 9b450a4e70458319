//! A headless Chromium, driven by its debugging protocol over two pipes: each
//! message is JSON followed by a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A running browser; dropping it ends it.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The folder of the profile.
    _folder: tempfile::TempDir,
    sent: u64,
    errors: Vec<String>,
}

/// An open page.
pub(crate) struct Page<'a> {
    browser: &'a mut Browser,
    session: String,
}

impl Browser {
    /// Starts the browser; returns `None` if it is not installed and
    /// `$NOUGHTS_BROWSER` is not set.
    pub(crate) fn start() -> Option<Browser> {
        let chosen = std::env::var("NOUGHTS_BROWSER").ok();
        let program = chosen.clone().unwrap_or_else(|| "chromium".to_string());
        let found = Command::new(&program).arg("--version").stdout(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            assert!(chosen.is_none(), "\"{program}\" cannot be started");
            eprintln!("\"{program}\" cannot be started: the report is not tested");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        // The browser reads its pipe 3 and writes its pipe 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh", &program])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .args(["--no-first-run", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let output = BufReader::new(output);
        Some(Browser { child, input, output, _folder: folder, sent: 0, errors: Vec::new() })
    }

    /// Sends a command and waits for its result.
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let message: Value = serde_json::from_slice(&bytes).unwrap();
            let params = &message["params"];
            let is_violation = params["entry"]["source"] == "security";
            if message["method"] == "Runtime.exceptionThrown" || is_violation {
                self.errors.push(params.to_string());
            }
            if message["id"] == self.sent {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    /// Opens a file on a screen of `width` pixels, light or dark.
    pub(crate) fn open(&mut self, file: &Path, hash: &str, width: u32, dark: bool) -> Page<'_> {
        self.open_url(&format!("file://{}{hash}", file.display()), width, dark)
    }

    /// Opens a page on a screen of `width` pixels, light or dark.
    pub(crate) fn open_url(&mut self, url: &str, width: u32, dark: bool) -> Page<'_> {
        let target = self.call(None, "Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", attach);
        let session = attached["sessionId"].as_str().unwrap().to_string();
        let mut page = Page { browser: self, session };
        page.call("Runtime.enable", json!({}));
        page.call("Page.enable", json!({}));
        page.call("Log.enable", json!({}));
        let scheme = if dark { "dark" } else { "light" };
        let scheme = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.call("Emulation.setEmulatedMedia", scheme);
        let screen = json!({
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500,
        });
        page.call("Emulation.setDeviceMetricsOverride", screen);
        page.call("Page.navigate", json!({ "url": url }));
        page.await_true("document.readyState === 'complete' && location.protocol !== 'about:'");
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page<'_> {
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.browser.call(Some(&self.session), method, params)
    }

    /// Returns the value of an expression, as text.
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let expression = format!("String({expression})");
        let result = self.call("Runtime.evaluate", json!({ "expression": expression }));
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true.
    pub(crate) fn await_true(&mut self, expression: &str) {
        let began = Instant::now();
        while self.text(expression) != "true" {
            assert!(began.elapsed() < Duration::from_secs(60), "never true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases a key, and waits for its effect.
    pub(crate) fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": key }));
        }
        self.settle();
    }

    /// Clicks the middle of the first matching element.
    pub(crate) fn click(&mut self, selector: &str) {
        self.mouse(selector, &["mousePressed", "mouseReleased"]);
    }

    /// Moves the pointer to the middle of the first matching element.
    pub(crate) fn hover(&mut self, selector: &str) {
        self.mouse(selector, &["mouseMoved"]);
    }

    fn mouse(&mut self, selector: &str, events: &[&str]) {
        let element = format!("document.querySelector('{selector}')");
        self.text(&format!("{element}.scrollIntoView({{ block: 'center' }})"));
        let at = self.text(&format!(
            "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])\
             ({element}.getBoundingClientRect())"
        ));
        let (x, y) = at.split_once(',').unwrap();
        let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
        for kind in events {
            let button = if *kind == "mouseMoved" { "none" } else { "left" };
            let button = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", button);
        }
        self.settle();
    }

    /// Waits until queued events have been handled.
    fn settle(&mut self) {
        let wait = "new Promise((done) => setTimeout(() => setTimeout(done)))";
        self.call("Runtime.evaluate", json!({ "expression": wait, "awaitPromise": true }));
    }

    /// Returns the uncaught exceptions, and what violated the content security policy.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.browser.errors.clone()
    }

    /// Writes a screenshot to the folder `$NOUGHTS_SCREENSHOTS`, if it is set.
    pub(crate) fn picture(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("NOUGHTS_SCREENSHOTS") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(Path::new(&folder).join(name), self.screenshot()).unwrap();
        }
    }

    /// Returns a screenshot of the whole page as PNG.
    fn screenshot(&mut self) -> Vec<u8> {
        let options = json!({ "format": "png", "captureBeyondViewport": true });
        let shot = self.call("Page.captureScreenshot", options);
        base64(shot["data"].as_str().unwrap_or_default())
    }
}

/// Decodes base64.
pub(crate) fn base64(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| alphabet.iter().position(|&digit| digit == byte))
        .map(|digit| digit as u32)
        .collect();
    let group = |digits: &[u32]| {
        let bits = (0..4).fold(0, |bits, i| bits << 6 | digits.get(i).copied().unwrap_or(0));
        [bits >> 16, bits >> 8, bits].map(|byte| byte as u8)[..digits.len() - 1].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}
