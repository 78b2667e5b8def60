"""Chromium by its DevTools protocol."""

import json
import re
import subprocess
import tempfile
import urllib.request

import websocket


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-port=0", "--remote-allow-origins=*", "--no-first-run",
             "--disable-background-networking", "--user-data-dir=" + self.profile.name, "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            found = re.search(r"ws://([^/]*)/", line)
            if found:
                break
        with urllib.request.urlopen("http://" + found.group(1) + "/json") as answer:
            page = next(page for page in json.load(answer) if page["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.number = 0
        self.events = []
        for domain in ["Page", "Network", "Log", "Runtime", "Accessibility", "DOM"]:
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(method + ": " + message["error"]["message"])
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    self.kept += self.events[:index + 1]
                    self.events = self.events[index + 1:]
                    return event
            self.events.append(json.loads(self.socket.recv()))

    def open(self, address):
        """Loads a page; `requests` and `complaints` are then those of this page."""
        self.events, self.kept = [], []
        self.call("Page.navigate", url=address)
        self.wait("Page.loadEventFired")
        self.run("new Promise(done => requestAnimationFrame(() => setTimeout(done, 200)))")

    def open_without_scripts(self, address):
        self.events, self.kept = [], []
        self.call("Page.navigate", url=address)
        self.wait("Page.loadEventFired")

    def texts(self):
        """The names of the accessibility tree."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return {node.get("name", {}).get("value") for node in nodes if not node.get("ignored")}

    @property
    def requests(self):
        return [event["params"]["request"]["url"] for event in self.kept + self.events
                if event.get("method") == "Network.requestWillBeSent"]

    @property
    def received(self):
        """Bytes of all answers."""
        return sum(int(event["params"]["encodedDataLength"]) for event in self.kept + self.events
                   if event.get("method") == "Network.loadingFinished")

    @property
    def complaints(self):
        """What the page's console and log say, and the errors of its scripts."""
        words = {
            "Log.entryAdded": lambda event: event["entry"]["text"],
            "Runtime.consoleAPICalled": lambda event: str(event["args"]),
            "Runtime.exceptionThrown": lambda event: event["exceptionDetails"]["text"],
        }
        return [words[event["method"]](event["params"]) for event in self.kept + self.events
                if event.get("method") in words]

    def run(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, key):
        """Presses a key; the page that it leads to is then loaded."""
        self.events, self.kept = [], []
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def show(self, width, height, scheme, zoom=1, **features):
        """A window of so many pixels of the page; `features` are media features such as `forced_colors`."""
        self.call("Emulation.setDeviceMetricsOverride", width=width // zoom, height=height // zoom,
                  deviceScaleFactor=zoom, mobile=width < 600)
        features = {"prefers-color-scheme": scheme, **features}
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def allow_scripts(self, are_allowed):
        self.call("Emulation.setScriptExecutionDisabled", value=not are_allowed)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
