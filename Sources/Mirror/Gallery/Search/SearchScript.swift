/// The script of the search: it reads the index part by part, the newest photos first, and compares texts without their
/// case and accents. Texts of photos become text nodes only.
enum SearchScript {
  static let page = GalleryPage(path: "search/search.js", "\(PageFrame.scriptMark)\(text)")

  private static let text: Markup = #"""
    "use strict";
    {
      const main = document.querySelector("main"), box = main.querySelector("input");
      const [status, lists, grid, more] = ["status", "lists", "grid", "more"].map(id => document.getElementById(id));
      const parts = [], names = new Map(), isPlain = /^[\x00-\x7f]*$/, step = 120;
      let next = +main.dataset.parts, isLoading = false, shown = step;

      const plain = text => (isPlain.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();
      const element = (name, properties, ...children) => {
        const made = Object.assign(document.createElement(name), properties);
        made.append(...children);
        return made;
      };

      /* Each part calls it with its lists, as [folder, title], and its photos. */
      globalThis.addPhotos = (named, photos) => {
        const words = named.map(([folder, title]) => {
          if (folder && !names.has(folder)) names.set(folder, {folder, title, text: plain(title), count: 0});
          return plain(title);
        });
        let before = "";
        parts.push(photos.map(([row, title, shape, length, rest, members]) => {
          const image = before = before.slice(0, length) + rest;
          for (const member of members) if (named[member][0]) names.get(named[member][0]).count++;
          return {row, title, shape, image, text: [plain(title), ...members.map(member => words[member])].join("\n")};
        }));
      };

      const load = () => {
        if (next < 1) { isLoading = false; find(); return; }
        isLoading = true;
        const script = element("script", {src: `${next--}.js`});
        script.onload = script.onerror = () => { script.remove(); find(); load(); };
        document.head.append(script);
      };

      const cell = ({row, title, shape, image}) => {
        const link = element("a", {href: `../photos/${Math.floor(row / 1000)}/${row}.html`});
        if (image) link.append(element("img", {loading: "lazy", decoding: "async", alt: title, title, src: image}));
        else { link.className = "plain"; link.append(title); }
        return element("li", {className: `r${shape}`}, link);
      };

      const find = () => {
        const words = plain(box.value).split(/\s+/).filter(Boolean);
        const has = ({text}) => words.every(word => text.includes(word));
        const found = [];
        let count = 0;
        if (words.length) for (const part of parts) for (const photo of part) {
          if (has(photo) && ++count <= shown) found.push(photo);
        }
        const named = words.length ? [...names.values()].filter(has).sort((a, b) => b.count - a.count).slice(0, 24) : [];
        lists.replaceChildren(...named.map(({folder, title, count}) => element("li", {}, element("a",
          {href: `../${folder}/index.html`}, `${folder.split("/")[0]}: `, element("bdi", {}, title), " ",
          element("small", {}, count)))));
        grid.replaceChildren(...found.map(cell));
        more.hidden = count <= shown;
        const photos = `${count.toLocaleString("en")} ${count === 1 ? "photo" : "photos"}`;
        status.textContent = words.length ? photos + (isLoading ? " so far …" : "") : "";
      };

      const search = () => {
        shown = step;
        if (!isLoading && next > 0) load();
        history.replaceState(null, "", box.value ? "#" + encodeURIComponent(box.value) : location.pathname);
        find();
      };
      box.addEventListener("input", search);
      more.addEventListener("click", () => { shown += step; find(); });
      box.closest("[hidden]").hidden = false;
      try { box.value = decodeURIComponent(location.hash.slice(1)); } catch {}
      if (box.value) search();
      box.focus();
    }

    """#
}
