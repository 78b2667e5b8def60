import FoundationEssentials

/// Which picture an address names, whatever size of it.
struct PictureFile {
  /// The path without its host and without parts that name a size.
  let path: String
  /// The file's name without its size and ending, if it is so distinctive that no other picture of the same
  /// item has it: `DSC_0417`; nil otherwise.
  let name: String?
  let hasEnding: Bool

  init(_ address: String) {
    let address = String(
      (PictureFile.wrapped(in: address) ?? address).prefix(PictureFile.longest))
    let place = address.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = place.firstRange(of: "://") else {
      (path, name, hasEnding) = (address, nil, place.hasPictureEnding)
      return
    }
    var parts = place[scheme.upperBound...].split(separator: "/").map(String.init)
    let host = parts.isEmpty ? "" : parts.removeFirst().lowercased()
    // WordPress' image servers: the original's host begins the path.
    if host.hasSuffix(".wp.com"), !parts.isEmpty { parts.removeFirst() }
    let end = parts.firstIndex(where: \.hasPictureEnding)
    hasEnding = end != nil
    let last = end.map { parts[$0] } ?? parts.last ?? ""
    let stem = PictureFile.withoutSize(hasEnding ? last.withoutEnding : last)
    let folders = parts.prefix(end ?? max(0, parts.count - 1)).filter { !$0.isSizeFolder }
    let query = hasEnding ? "" : String(address.drop { $0 != "?" })
    path = ((folders.isEmpty ? [host] : []) + folders + [stem]).joined(separator: "/") + query
    name = hasEnding && stem.count >= 8 && stem.contains(where: \.isNumber) ? stem : nil
  }

  /// What two addresses of one picture have in common.
  var keys: [String] { [path] + (name.map { ["*" + $0] } ?? []) }

  /// Longer addresses are compared by their beginnings.
  private static let longest = 2048

  /// The address within that of a service which makes sizes of it.
  private static func wrapped(in address: String) -> String? {
    let rest = address.dropFirst(8)
    for mark in ["://", "%3A%2F%2F"] {
      guard let inner = rest.firstRange(of: mark) else { continue }
      let scheme = rest[..<inner.lowerBound].hasSuffix("https") ? "https" : "http"
      let tail = String(rest[inner.upperBound...].prefix { $0 != "&" })
      return scheme + "://"
        + (mark == "://" ? tail : URLComponents(string: "?\(tail)")?.query ?? tail)
    }
    return nil
  }

  /// `sea-1024x683`, `sea_thumb`, `6a00d8-800wi` and `AVvX=s1600-c` without the size.
  private static func withoutSize(_ stem: String) -> String {
    var stem = stem[...]
    if let sign = stem.lastIndex(of: "="), stem[sign...].dropFirst().isSizeFolder {
      stem = stem[..<sign]
    }
    while let sign = stem.lastIndex(where: { "-_@".contains($0) }), sign > stem.startIndex,
      stem[sign...].dropFirst().isSize
    {
      stem = stem[..<sign]
    }
    return String(stem).replacing("_thumb", with: "", maxReplacements: 1)
  }
}

extension StringProtocol {
  /// Whether the name of a file is that of a picture. A page of a wiki has such a name with a colon.
  var hasPictureEnding: Bool {
    guard let dot = lastIndex(of: "."), self[dot...].utf8.count <= 5 else { return false }
    return ["jpg", "jpeg", "jpe", "png", "gif", "webp"].contains(
      self[dot...].dropFirst().lowercased())
      && !contains(":")
  }

  fileprivate var withoutEnding: String {
    lastIndex(of: ".").map { String(self[..<$0]) } ?? String(self)
  }

  /// `s320`, `s72-c`, `w_1456,c_limit`, `640x480`, `1:1`.
  fileprivate var isSizeFolder: Bool {
    ["size", "max", "master", "pass", "original"].contains(String(self))
      || String(prefix { !"-,%".contains($0) }).replacing("_", with: "").isSize
  }

  /// `1024x683`, `800wi`, `w1456`, `scaled`.
  fileprivate var isSize: Bool {
    guard utf8.count <= 12 else { return false }
    let letters = lowercased().filter { !$0.isNumber }
    if letters.count == utf8.count || self == "2x" {
      return ["2x", "scaled", "thumb", "thumbnail", "small", "medium", "large", "pi"]
        .contains(lowercased())
    }
    return ["s", "w", "h", "x", "sx", "wi", "px", ":"].contains(letters)
      && (utf8.count - letters.count >= 2)
  }
}

extension String {
  /// Whether the address is that of a picture, by the ending of its path.
  package var isPictureAddress: Bool {
    prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last?.hasPictureEnding ?? false
  }

  /// Whether this is the address of an icon that blogs show in their texts: share buttons, counters, smileys
  /// and portraits.
  var isIconAddress: Bool {
    let parts = prefix(1024).split(separator: "/", maxSplits: 16).dropFirst()
    if parts.dropFirst().contains(where: Self.iconFolders.contains) { return true }
    var host = (parts.first ?? "").prefix { $0 != ":" && $0 != "?" }.lowercased()[...]
    while let dot = host.firstIndex(of: ".") {
      if Self.iconHosts.contains(String(host)) { return true }
      host = host[host.index(after: dot)...]
    }
    return false
  }

  private static let iconFolders: Set<Substring> = [
    "smilies", "smileys", "emoticons", "emoji", "tracker",
  ]
  private static let iconHosts: Set = [
    "feeds.feedburner.com", "feedproxy.google.com", "feedsportal.com", "pheedo.com",
    "feedblitz.com", "doubleclick.net", "googlesyndication.com", "google-analytics.com",
    "gravatar.com", "stats.wordpress.com", "feeds.wordpress.com", "pixel.wp.com",
    "quantserve.com", "scorecardresearch.com", "statcounter.com", "sitemeter.com", "addthis.com",
    "addtoany.com", "sharethis.com", "flattr.com", "assoc-amazon.com", "amazon-adsystem.com",
    "buysellads.com",
  ]

  /// Resolves a reference (RFC 3986, section 5). An invalid one is kept, and the host reports it. Line breaks
  /// and tabs within it are ignored (https://url.spec.whatwg.org/#url-parsing).
  package func resolved(against base: String?) -> String {
    let begin = drop(while: \.isWhitespace)
    let end = begin.lastIndex { !$0.isWhitespace }
    let reference = String(
      (end.map { begin[...$0] } ?? "").filter { !$0.isNewline && $0 != "\t" })
    let lowered = reference.prefix(8).lowercased()
    guard !lowered.hasPrefix("http://"), !lowered.hasPrefix("https://"), !reference.isEmpty,
      let base
    else { return reference }
    return URL(string: reference, relativeTo: URL(string: base))?.absoluteString ?? reference
  }
}
