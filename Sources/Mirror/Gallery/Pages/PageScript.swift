/// The script of all pages: arrow keys and swipes lead to the photos before and after, Escape to the list, `/` to the
/// search. It adds a slideshow to the page of a photo. Every link works without it.
package enum PageScript {
  /// The file that every page but a report loads.
  package static let page = GalleryPage(path: "gallery.js", "\(PageFrame.scriptMark)\(text)")

  /// A slideshow goes from page to page, with `#show` in the address; whoever wants less motion turns the pages.
  private static let text: Markup = #"""
    "use strict";
    {
      const root = document.documentElement, photo = document.querySelector("figure.photo");
      let timer, isPaused = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const isShow = () => root.classList.contains("show");
      const wait = () => {
        clearTimeout(timer);
        if (isShow() && !isPaused) timer = setTimeout(() => go("next") || stop(), 5000);
      };
      const stop = () => history.replaceState(null, "", location.pathname) ?? show();
      const show = () => {
        root.classList.toggle("show", !!photo && location.hash === "#show");
        const image = isShow() && photo.querySelector("img");
        if (image) image.decode().then(wait, wait); else wait();
      };
      const go = relation => {
        const link = relation && document.querySelector(`main a[rel~=${relation}]`);
        if (link && isShow()) location.replace(link.href + "#show");
        else if (link) location.href = link.href;
        return !!link;
      };
      addEventListener("keydown", event => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("video,summary,input")) return;
        const search = event.key === "/" && document.querySelector("header a[rel=search]");
        if (isShow() && event.key === "Escape") stop();
        else if (isShow() && event.key === " ") { isPaused = !isPaused; wait(); }
        else if (search) location.href = search.href;
        else if (event.shiftKey || !go({ArrowLeft: "prev", ArrowRight: "next", Escape: "up"}[event.key])) return;
        event.preventDefault();
      });
      if (photo) {
        let start;
        photo.addEventListener("touchstart", event => {
          start = event.touches.length === 1 ? event.touches[0] : null;
        }, {passive: true});
        photo.addEventListener("touchend", event => {
          if (!start || visualViewport?.scale > 1) return;
          const end = event.changedTouches[0], x = end.clientX - start.clientX, y = end.clientY - start.clientY;
          if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y) && go(x < 0 ? "next" : "prev")) event.preventDefault();
        });
        const link = Object.assign(document.createElement("a"), {href: "#show", textContent: "Slideshow"});
        document.querySelector("nav.pages")?.append(" ", link);
        photo.addEventListener("click", event => {
          if (isShow() && !event.target.closest(".edge")) { event.preventDefault(); stop(); }
        });
        addEventListener("hashchange", show);
        show();
      }
    }

    """#
}
