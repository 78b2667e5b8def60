/// Which pictures of feeds are no photos, by their addresses and marks: share buttons, counters, advertisements, smileys,
/// portraits, formulas and parts of a page's design. Each list is a rule of its own.
enum IconRules {
  /// Whether the address is that of an icon, at any host.
  static func isIcon(_ address: String) -> Bool {
    let place = address.prefix(1024).prefix { $0 != "?" && $0 != "#" }.lowercased()
    var parts = place.split(separator: "/").dropFirst()
    guard let host = parts.popFirst()?.prefix(while: { $0 != ":" }), let file = parts.popLast()
    else { return false }
    return isIconHost(host) || isRedirect(parts, to: file)
      || parts.contains(where: folders.contains)
      || scripts.contains(file) || isDesign(file, in: parts)
  }

  /// Whether a class of a tag names an icon.
  static func isIcon(classes: String) -> Bool {
    classes.lowercased().split(whereSeparator: \.isWhitespace).contains {
      marks.contains(String($0)) || $0.hasPrefix("mwe-math-") || $0.hasPrefix("ql-img-")
    }
  }

  private static func isIconHost(_ host: Substring) -> Bool {
    var rest = host
    if let dot = rest.firstIndex(of: "."), rest[dot...].dropFirst().contains("."),
      servers.contains(rest[..<dot])
    {
      return true
    }
    while let dot = rest.firstIndex(of: ".") {
      if hosts.contains(rest) { return true }
      rest = rest[dot...].dropFirst()
    }
    return false
  }

  /// FeedBurner serves its buttons and counters under the names of other sites, too: `/~ff/`, `/~r/name/~4/x`.
  private static func isRedirect(_ folders: ArraySlice<Substring>, to file: Substring) -> Bool {
    guard let first = folders.first else { return false }
    return first.first == "~" && (2...3).contains(first.utf8.count) && !file.hasPictureEnding
  }

  /// A photo is seldom a PNG or a GIF with one of these names, and a JPEG with one of them may be a photo.
  private static func isDesign(_ file: Substring, in folders: ArraySlice<Substring>) -> Bool {
    guard file.hasSuffix(".png") || file.hasSuffix(".gif") || file.hasSuffix(".webp") else {
      return false
    }
    if folders.contains(where: designFolders.contains) { return true }
    let stem = file.prefix { $0 != "." }
    return designFiles.contains(stem)
      || stem.split(whereSeparator: { "-_".contains($0) }).contains { designWords.contains($0) }
  }

  private static let folders: Set<Substring> = [
    "smilies", "smileys", "emoticons", "emoji", "emojis", "tracker", "tracking", "avatar",
    "avatars",
    "buddyicons", "wikiicons", "favicons", "feedicons", "sharebuttons", "adserver", "adlog",
    "mathjax", "latex",
  ]
  private static let designFolders: Set<Substring> = [
    "icon", "icons", "button", "buttons", "badge", "badges", "sprite", "sprites", "social", "share",
    "math", "equations",
  ]
  private static let designFiles: Set<Substring> = [
    "blank", "spacer", "pixel", "clear", "transparent", "1x1", "dot", "placeholder", "loading",
    "spinner", "grey", "gray", "trans", "shim", "rss", "feed", "twitter", "facebook", "digg",
    "delicious", "stumbleupon", "reddit", "pinterest", "linkedin", "tumblr", "youtube", "instagram",
    "googleplus", "whatsapp", "telegram", "email", "print", "printer", "share", "like", "tweet",
    "more", "arrow", "bullet", "quote", "divider", "separator",
  ]
  private static let designWords: Set<Substring> = [
    "icon", "icons", "favicon", "smiley", "emoticon", "avatar", "button", "badge",
  ]
  /// Programs that draw formulas, count readers, or show advertisements.
  private static let scripts: Set<Substring> = [
    "latex.php", "tex.php", "mathtex.cgi", "mimetex.cgi", "gif.latex", "png.latex", "svg.latex",
    "gif.image", "png.image", "counter.php", "count.php", "track.php", "adview.php", "avw.php",
    "stat", "pixel", "beacon", "favicon.ico",
  ]
  /// First names of hosts.
  private static let servers: Set<Substring> = [
    "ad", "ads", "adserver", "adserv", "track", "tracker", "tracking", "counter", "pixel", "beacon",
    "analytics", "stats", "banner", "banners", "latex",
  ]
  /// Classes of `img`.
  private static let marks: Set = [
    "latex", "tex", "math", "mathjax", "avatar", "gravatar", "emoji", "smiley", "wp-smiley",
    "emoticon", "feedflare", "icon", "favicon", "share-icon", "social-icon", "tracking-pixel",
  ]
  private static let hosts: Set<Substring> = [
    "feeds.feedburner.com", "feedproxy.google.com", "feedsportal.com", "pheedo.com",
    "feedblitz.com", "doubleclick.net", "googlesyndication.com", "google-analytics.com",
    "gravatar.com", "stats.wordpress.com", "feeds.wordpress.com", "pixel.wp.com",
    "quantserve.com", "scorecardresearch.com", "statcounter.com", "sitemeter.com", "addthis.com",
    "addtoany.com", "sharethis.com", "flattr.com", "assoc-amazon.com", "amazon-adsystem.com",
    "buysellads.com", "zemanta.com", "taboola.com", "outbrain.com", "pubmatic.com", "adform.net",
    "shareaholic.com", "linkwithin.com", "technorati.com", "licensebuttons.net",
    "i.creativecommons.org", "shields.io", "quicklatex.com", "paypalobjects.com",
  ]
}
