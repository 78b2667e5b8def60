"""Checks the pages of a gallery in a browser; see run."""

import base64
import html.parser
import os
import sys
import urllib.parse

from browser import Browser

folder, site, shots = sys.argv[1:4]
faults = []


def expect(condition, text):
    if not condition:
        faults.append(text)
        print("FAULT " + text[:300], file=sys.stderr)


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.names = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "poster"):
                self.links.append(value)
            if name == "id":
                self.names.add(value)


def check_links():
    """Every relative link leads to a file, and every fragment to an element of it."""
    pages = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(parent, name)
                links = Links()
                with open(path, encoding="utf-8") as file:
                    links.feed(file.read())
                pages[os.path.normpath(path)] = links
    count = 0
    for path, page in pages.items():
        for link in page.links:
            address = urllib.parse.urlsplit(link)
            if link.startswith("data:"):
                continue
            if address.scheme:
                expect(address.scheme in ("https", "http"), f"{path}: {link}")
                continue
            target = os.path.normpath(
                os.path.join(os.path.dirname(path), urllib.parse.unquote(address.path))
            ) if address.path else path
            count += 1
            expect(os.path.isfile(target), f"{path}: {link} leads nowhere")
            if address.fragment and target in pages:
                expect(address.fragment in pages[target].names, f"{path}: {link} has no such element")
    print(f"{len(pages)} pages, {count} links")
    return pages


CONTRAST = """(() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = c => { c = c / 255; return c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => .2126 * light(r) + .7152 * light(g) + .0722 * light(b);
  const back = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(parent.tagName)) continue;
    const [a, b] = [parse(getComputedStyle(parent).color), back(parent)].map(luminance);
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) bad.push(ratio.toFixed(2) + " " + walker.currentNode.data.trim().slice(0, 40));
  }
  return bad;
})()"""

STRUCTURE = """(() => {
  const bad = [];
  if (document.querySelectorAll("h1").length !== 1) bad.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) bad.push("not one main");
  if (!document.documentElement.lang) bad.push("no language");
  if (!document.title) bad.push("no title");
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  if (new Set(ids).size !== ids.length) bad.push("an id twice");
  for (const image of document.images) {
    if (!image.hasAttribute("alt")) bad.push("no alt: " + image.src);
    if (image.closest(".grid") && !(image.getAttribute("width") > 0)) bad.push("no width: " + image.src);
  }
  const levels = [...document.querySelectorAll("h1,h2,h3")].map(e => +e.tagName[1]);
  levels.forEach((level, i) => { if (i && level > levels[i - 1] + 1) bad.push("a heading is skipped"); });
  for (const link of document.querySelectorAll("main nav a, header nav a")) {
    const box = link.getBoundingClientRect();
    if (box.height < 24) bad.push("a small target: " + link.textContent);
  }
  if (document.documentElement.scrollWidth > innerWidth) bad.push("wider than the window");
  for (const image of document.images) {
    const box = image.getBoundingClientRect();
    if (box.top < innerHeight && image.complete && !image.naturalWidth) bad.push("broken: " + image.src);
  }
  return bad;
})()"""

SHIFTS = """window.shifts = 0; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({type: "layout-shift", buffered: true});"""

NAMED = {"link", "image", "button", "navigation", "heading", "video", "img"}


def check_names(browser, name):
    """What a screen reader gets: each link, picture and landmark has a name."""
    roles = []
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        if node.get("ignored"):
            continue
        role = node.get("role", {}).get("value")
        roles.append(role)
        if role in NAMED:
            expect(node.get("name", {}).get("value"), f"{name}: a {role} without a name")
    for role in ["banner", "navigation", "main", "heading"]:
        expect(role in roles, f"{name}: no {role}")


def check_page(browser, name, address, sizes):
    base = address[:address.index("/gallery/")]
    for width, height, scheme, *zoom in sizes:
        label = f"{name}-{width}-{scheme}" + ("-zoomed" if zoom else "")
        browser.show(width, height, scheme, *zoom)
        browser.open(address)
        for request in browser.requests:
            # The browser's own controls have icons in their addresses.
            expect(request.startswith((base, "data:")), f"{label}: requests {request[:200]}")
        for text in browser.complaints:
            expect(False, f"{label}: {text}")
        for text in browser.run(CONTRAST) + browser.run(STRUCTURE):
            expect(False, f"{label}: {text}")
        expect(browser.run("window.shifts") < 0.01, f"{label}: the layout moves")
        check_names(browser, label)
        image = browser.call("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(shots, label + ".png"), "wb") as file:
            file.write(base64.b64decode(image))


def check_keys(browser, address):
    """Arrows, Escape, and Tab to every link, each of which shows that it has the focus."""
    browser.open(address)
    first = browser.run("location.href")
    following = browser.run("document.querySelector('main a[rel~=next]').href")
    browser.press("ArrowRight")
    browser.wait("Page.loadEventFired")
    expect(browser.run("location.href") == following, "the right arrow does not lead on")
    browser.press("ArrowLeft")
    browser.wait("Page.loadEventFired")
    expect(browser.run("location.href") == first, "the left arrow does not lead back")
    browser.press("Tab")
    expect(browser.run("document.activeElement.className") == "skip", "Tab does not begin at the skip link")
    reached = set()
    for _ in range(browser.run("document.querySelectorAll('a, button, summary').length")):
        browser.press("Tab")
        style = "getComputedStyle(document.activeElement)"
        expect(browser.run(f"{style}.outlineStyle !== 'none' || {style}.opacity === '1'"), "no focus is seen")
        reached.add(browser.run("document.activeElement.href || document.activeElement.textContent"))
    links = browser.run("[...document.links].filter(a => a.checkVisibility()).map(a => a.href)")
    expect(set(links) <= reached, f"Tab does not reach {set(links) - reached}")
    browser.press("Escape")
    browser.wait("Page.loadEventFired")
    expect("#p" in browser.run("location.href"), "Escape does not lead to the list")
    expect(browser.run("document.querySelector(':target').getBoundingClientRect().top < innerHeight"),
           "the photo is not in view")


SEARCH = """(words => {
  const box = document.querySelector("input"), start = performance.now();
  box.value = words;
  box.dispatchEvent(new Event("input"));
  return performance.now() - start;
})"""
LOADED = """new Promise(done => { const wait = () =>
  /^[\\d,]+ photos?$/.test(document.getElementById("status").textContent) ? done() : setTimeout(wait, 20); wait(); })"""


def check_search(browser, address, hostile):
    """Titles, tags and accents are found, a title stays text, and 100,000 photos are compared at once."""
    browser.open(address)
    browser.type("photo")
    browser.run(LOADED)
    found = lambda: browser.run("document.querySelectorAll('#grid a').length")
    expect(found() == 0 or browser.run("document.querySelector('#grid a').href").startswith("file:"), "no results")
    browser.run(SEARCH + "('ha noi')")
    expect(found() > 0, "accents hide photos")
    browser.run(SEARCH + f"({hostile!r})")
    expect(found() > 0 and browser.run("document.querySelector('img[src=x]') === null"), "a title is markup")
    expect(browser.run("document.title").startswith("Search"), "a title's script ran")
    browser.run("""{ const names = [...Array(500)].map((_, n) => [`tags/${n}`, `étiquette ${n}`]);
      for (let part = 0; part < 50; part++) addPhotos(names, [...Array(2000)].map((_, n) =>
        [n, `Photograph ${part} ${n} of the harbour at dawn`, 15, 0, "", [n % 500, (n * 7) % 500, (n * 13) % 500]])); }""")
    times = [browser.run(SEARCH + f"({words!r})") for words in ["h", "harbour 17", "etiquette 499", "nothing"]]
    print("100,000 photos searched in", ", ".join(f"{time:.0f}" for time in times), "ms")
    expect(max(times) < 100, f"a search takes {max(times)} ms")
    expect(browser.complaints == [], f"search: {browser.complaints}")


def check_slideshow(browser, address):
    browser.show(1280, 800, "light", prefers_reduced_motion="reduce")
    browser.open(address + "#show")
    fills = "document.querySelector('figure').getBoundingClientRect().height === innerHeight"
    expect(browser.run(fills), "the slideshow does not fill the window")
    browser.press("ArrowRight")
    browser.wait("Page.loadEventFired")
    expect(browser.run("location.hash") == "#show" and browser.run(fills), "the slideshow ends after a photo")
    browser.press("Escape")
    expect(not browser.run(fills) and browser.run("location.hash") == "", "Escape does not end the slideshow")
    browser.show(1280, 800, "light")


def check_without_scripts(browser, addresses):
    """Every page is there, and the search leads to the lists."""
    browser.allow_scripts(False)
    for address in addresses:
        browser.open_without_scripts(address)
        names = browser.texts()
        expect("Skip to the content" in names, f"{address}: nothing without scripts")
        if "/search/" in address:
            expect("Tags" in names and "Years" in names, "the search leads nowhere without scripts")
    browser.allow_scripts(True)


def show_figures(browser, name, address):
    browser.show(1280, 800, "light")
    browser.open(address)
    browser.run("new Promise(done => setTimeout(done, 500))")
    print(f"{name}: {len(browser.requests)} requests, {browser.received // 1000} kB, "
          f"layout shift {browser.run('window.shifts'):.3f}")


def check_hostile(browser, pages, base):
    """A title with markup is shown as text on its page, and its script does not run."""
    found = 0
    for path in pages:
        with open(path, encoding="utf-8") as file:
            if "&lt;/script&gt;" not in file.read():
                continue
        found += 1
        browser.open(base + urllib.parse.quote(os.path.relpath(path, folder)))
        expect(browser.run("document.title") not in ("1", "2"), f"{path}: a title's script ran")
        expect(browser.run("document.querySelector('img[src=x]') === null"), f"{path}: a title is markup")
        expect(browser.complaints == [], f"{path}: {browser.complaints}")
        if "/photos/" in path[len(folder):]:
            shown = browser.run("document.querySelector('h1').textContent")
            expect("</script><script>" in shown, f"{path}: the title is not shown as text: {shown}")
    expect(found > 1, "no page has the hostile title")


def main():
    pages = check_links()
    at = lambda condition: next(path for path in sorted(pages) if condition(path))
    content = {path: open(path, encoding="utf-8").read() for path in pages}
    chosen = {
        "first": "index.html", "years": "years/index.html", "albums": "albums/index.html",
        "tags": "tags/index.html", "owners": "owners/index.html", "search": "search/index.html",
        "places": "places/index.html", "map": "map/index.html",
    }
    for name, condition in [
        ("album", lambda path: "/albums/" in path and path.count("/") > folder.count("/") + 2),
        ("photo", lambda path: "<img width" in content[path] and "EXIF" in content[path]),
        ("video", lambda path: "<video" in content[path]),
        ("hostile", lambda path: "<img width" in content[path] and "&lt;/script&gt;" in content[path]),
        ("long", lambda path: "<img width" in content[path] and "W" * 250 in content[path]),
    ]:
        chosen[name] = os.path.relpath(at(condition), folder)
    files = "file://" + urllib.parse.quote(folder) + "/"
    served = site[:site.rindex("/") + 1]
    sizes = [(360, 740, "light"), (360, 740, "dark"), (1280, 800, "light"), (1280, 800, "dark"),
             (3840, 2160, "light"), (3840, 2160, "dark"), (768, 1024, "light"), (1280, 800, "light", 2)]
    browser = Browser()
    try:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=SHIFTS)
        for name, path in chosen.items():
            check_page(browser, name, files + path, sizes)
            check_page(browser, name + "-served", served + path, sizes[2:3])
        browser.show(1280, 800, "light")
        check_keys(browser, files + chosen["photo"])
        check_slideshow(browser, files + chosen["photo"])
        check_search(browser, files + "search/index.html", "</script><script>")
        check_without_scripts(browser, [files + path for path in chosen.values()])
        browser.show(1280, 800, "dark", forced_colors="active")
        for name in ["first", "years", "photo", "map"]:
            browser.open(files + chosen[name])
            image = browser.call("Page.captureScreenshot", format="png")["data"]
            with open(os.path.join(shots, name + "-forced.png"), "wb") as file:
                file.write(base64.b64decode(image))
        for name in ["first", "photo", "search", "map"]:
            show_figures(browser, name, served + chosen[name])
        check_hostile(browser, pages, files)
    finally:
        browser.close()
    print(f"{len(chosen)} pages looked at, screenshots in {shots}; {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
