/// The look of all pages: it follows the reader's choice of dark or light, and any width.
package enum StyleSheet {
  /// The file to which every page but a report links.
  package static let page = GalleryPage(path: "gallery.css", text)

  static let text: Markup = """
    :root { color-scheme: light dark; --back: #fff; --text: #1c1c1e; --dim: #5a5a60; --link: #0a58ca; --tile: #e9e9ed;
      --few: #e4edfb; --some: #c9defb; --many: #a3c8f8; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #141416; --text: #ececee; --dim: #a3a3ab; --link: #8ab4f8; --tile: #2a2a2e;
        --few: #1f2a3d; --some: #26406b; --many: #33578f; }
    }
    * { box-sizing: border-box; }
    html { font: 100%/1.5 system-ui, sans-serif; background: var(--back); color: var(--text); overflow-wrap: anywhere; }
    body { margin: 0 auto; padding: 0 clamp(.6rem, 2vw, 3rem) 3rem; max-width: 240rem; }
    a { color: var(--link); }
    a:focus-visible, summary:focus-visible, video:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; border-bottom: 1px solid var(--tile); }
    header nav a { padding: .25rem 0; text-decoration: none; }
    header nav a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
    header .home { font-weight: 600; }
    .skip { position: absolute; left: -100vw; background: var(--back); padding: .5rem 1rem; }
    .skip:focus { left: .5rem; top: .5rem; z-index: 1; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0 .25rem; }
    h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
    .count, .credit, dt, small { color: var(--dim); }
    .count { margin: 0 0 1rem; }
    h1 + .grid, h1 + .cards { margin-top: 1rem; }
    .grid { --row: clamp(5rem, 11vw, 15rem); display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0; padding: 0; }
    .grid::after { content: ""; flex: 1000 0 0; }
    .grid li { flex: var(--r) 1 calc(var(--r) * var(--row)); max-width: 100%; scroll-margin: 4rem; }
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 45%), 1fr)); gap: .75rem .6rem; list-style: none; margin: 0; padding: 0; }
    .grid a, .cards a { display: block; text-decoration: none; }
    .grid img, .cards img, .plain { display: block; width: 100%; height: auto; aspect-ratio: var(--r); object-fit: cover; background: var(--tile); border-radius: 3px; }
    .cards li { max-width: 32rem; }
    .cards img, .cards .plain { aspect-ratio: 4 / 3; }
    .cards span { display: block; padding: .2rem .1rem; }
    a.plain { overflow: hidden; padding: .5rem; }
    .grid li:target a { outline: 3px solid var(--link); outline-offset: 1px; }
    .words { columns: 14rem; list-style: none; padding: 0; }
    .words a { display: inline-block; padding: .15rem 0; }
    .calendar { border-spacing: 2px; margin: 1rem 0 1.5rem -2px; width: 100%; max-width: 60rem; table-layout: fixed; }
    .calendar th { font-weight: 400; color: var(--dim); text-align: center; padding: 0; }
    .calendar abbr { text-decoration: none; }
    .calendar td:first-child, .calendar th:first-child { width: 3.2rem; text-align: left; }
    .calendar td { padding: 0; }
    .calendar a { display: block; padding: .25rem 0; text-align: center; text-decoration: none; color: var(--text); border-radius: 3px; }
    .m1 a { background: var(--few); } .m2 a { background: var(--some); } .m3 a { background: var(--many); }
    @media (max-width: 30rem) { .calendar a { font-size: .7rem; line-height: 1.5rem; } }
    .map { display: block; width: 100%; max-height: 80vh; margin: 1rem 0; background: var(--back); border: 1px solid var(--tile); border-radius: 6px; }
    .map path { fill: var(--tile); }
    .map circle { fill: var(--link); fill-opacity: .8; stroke: var(--back); vector-effect: non-scaling-stroke; }
    .map a:hover circle, .map a:focus circle { fill-opacity: 1; stroke: var(--text); stroke-width: 2px; }
    input, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--dim); border-radius: 6px; padding: .5rem .75rem; }
    input { width: min(100%, 40rem); }
    input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
    .show, .show body { overflow: hidden; }
    .show .photo { position: fixed; inset: 0; margin: 0; z-index: 2; background: #000; display: flex; align-items: center; justify-content: center; }
    .show .photo img, .show .photo video { width: 100vw; height: 100vh; max-width: none; aspect-ratio: auto; }
    figure { margin: .75rem 0; text-align: center; position: relative; }
    .edge { position: absolute; top: 0; bottom: 0; width: 15%; min-width: 3rem; display: flex; align-items: center; padding: 0 .5rem; text-decoration: none; opacity: 0; }
    .edge span { width: 2.5rem; border-radius: 50%; background: #222; color: #fff; font-size: 1.75rem; line-height: 2.4rem; }
    .before { left: 0; }
    .after { right: 0; justify-content: flex-end; }
    .edge:hover, .edge:focus-visible { opacity: 1; }
    @media (hover: none) { .edge { opacity: .7; } }
    .years, .numbers { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: 0 0 1rem; }
    .numbers { justify-content: center; margin: 1.5rem 0 0; }
    .years a, .numbers a, .numbers b { padding: .25rem .2rem; text-decoration: none; min-width: 1.5rem; text-align: center; }
    figure img, figure video { max-width: min(100%, calc(82vh * var(--r))); height: auto; object-fit: contain; }
    figure video { aspect-ratio: var(--r); background: #000; }
    figure .none { padding: 4rem 1rem; background: var(--tile); }
    .pages { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: center; margin: 1rem 0; }
    .pages a { padding: .5rem 1rem; border: 1px solid var(--tile); border-radius: 6px; text-decoration: none; }
    .about { white-space: pre-line; max-width: 50rem; }
    dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .25rem 1.25rem; max-width: 60rem; margin: 0; }
    dd { margin: 0; }
    .plain { grid-template-columns: 1fr; } .plain dt { display: none; }
    .report dt img { display: block; max-width: 10rem; height: auto; }
    summary { cursor: pointer; padding: .4rem 0; }
    @media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
    @media (forced-colors: active) { .edge span, .calendar a { border: 1px solid; } .map path { fill: none; stroke: CanvasText; vector-effect: non-scaling-stroke; } .map circle { fill: LinkText; } }
    @media print { header, .pages, .numbers, .years, .edge, details:not([open]) { display: none; } html { background: #fff; color: #000; } }
    \(AspectRatio.rules)
    """
}
