import FoundationEssentials

/// Which picture an address names, whatever size of it.
package struct PictureFile {
  /// The endings of pictures that a mirror stores, in lower case and without a dot.
  package static let endings: Set = [
    "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "avif", "heic", "heif", "jxl", "tif",
    "tiff",
  ]

  /// In lower case; empty if the address has none.
  let host: String
  /// The path without its host and without parts that name a size.
  let path: String
  /// The file's name without its size and ending, if it is so distinctive that no other picture of the same
  /// item has it: `DSC_0417`; nil otherwise.
  let name: String?
  let hasEnding: Bool
  /// The longer edge in pixels, as far as the address names a size; nil if it names none, as that of an original.
  package let edge: Int?

  /// Reads an address, which need not be valid.
  package init(_ address: String) {
    let address = String(
      (PictureFile.wrapped(in: address) ?? address).prefix(PictureFile.longest))
    let place = address.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = place.firstRange(of: "://") else {
      (host, path, name, hasEnding) = ("", address, nil, place.hasPictureEnding)
      edge = nil
      return
    }
    var parts = place[scheme.upperBound...].split(separator: "/").map(String.init)
    host = parts.isEmpty ? "" : parts.removeFirst().lowercased()
    // WordPress' image servers: the original's host begins the path.
    if host.hasSuffix(".wp.com"), !parts.isEmpty { parts.removeFirst() }
    let end = parts.firstIndex(where: \.hasPictureEnding)
    hasEnding = end != nil
    let last = end.map { parts[$0] } ?? parts.last ?? ""
    let (stem, words) = PictureFile.withoutSize(hasEnding ? last.withoutEnding : last)
    let folders = parts.prefix(end ?? max(0, parts.count - 1))
    let kept = folders.filter { !$0.isSizeFolder }
    let query = PictureQuery(address.dropFirst(place.count), hasEnding: hasEnding)
    path = ((kept.isEmpty ? [host] : []) + kept + [stem]).joined(separator: "/") + query.identity
    name = hasEnding && stem.count >= 8 && stem.contains(where: \.isNumber) ? stem : nil
    let sizes = folders.filter(\.isSizeFolder) + words
    edge = (sizes.compactMap(\.edge) + [query.edge].compactMap(\.self)).min()
  }

  /// The same for all sizes of a picture at one host.
  package var identity: String { host + " " + path }

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

  /// `sea-1024x683`, `sea_thumb`, `6a00d8-800wi` and `AVvX=s1600-c` without the size, and the size.
  private static func withoutSize(_ stem: String) -> (stem: String, sizes: [String]) {
    var (stem, sizes) = (stem[...], [String]())
    if let sign = stem.lastIndex(of: "="), stem[sign...].dropFirst().isSizeFolder {
      sizes.append(String(stem[sign...].dropFirst()))
      stem = stem[..<sign]
    }
    while let sign = stem.lastIndex(where: { "-_@".contains($0) }), sign > stem.startIndex,
      stem[sign...].dropFirst().isSize
    {
      sizes.append(String(stem[sign...].dropFirst()))
      stem = stem[..<sign]
    }
    let bare = String(stem).replacing("_thumb", with: "", maxReplacements: 1)
    return (bare, bare.count < stem.count ? sizes + ["thumb"] : sizes)
  }
}

/// The query of a picture's address.
private struct PictureQuery {
  /// The parameters that tell pictures apart: all but sizes where the path names no file, and few where it does.
  var identity = ""
  /// The longer edge in pixels; nil if no parameter names a size.
  var edge: Int?

  init(_ text: Substring, hasEnding: Bool) {
    for parameter in text.prefix(while: { $0 != "#" }).split(whereSeparator: { "?&".contains($0) })
    {
      let name = parameter.prefix { $0 != "=" }.lowercased()
      let value = parameter.dropFirst(name.count + 1)
      // Twitter's pictures: `?format=jpg&name=large`.
      if Self.sizes.contains(name) || name == "name" && value.isSize {
        edge = [edge, String(value).edge].compactMap(\.self).max()
      } else if Self.forms.contains(name) {
        continue
      } else if !hasEnding || Self.names.contains(name) {
        identity += (identity.isEmpty ? "?" : "&") + parameter
      }
    }
  }

  /// Parameters with an edge or both in pixels.
  private static let sizes: Set = [
    "w", "width", "h", "height", "imwidth", "maxwidth", "max-w", "size", "sz", "resize", "fit",
    "format",
  ]
  /// Parameters of how the picture is made, other than its size.
  private static let forms: Set = ["q", "quality", "dpr", "auto", "crop", "fm", "strip", "ssl"]
  /// Parameters that name a picture of a program which has the ending of one.
  private static let names: Set = [
    "id", "image", "img", "file", "filename", "photo", "pic", "picture", "src", "url", "path",
    "name", "attachment", "attachment_id",
  ]
}

extension StringProtocol {
  /// Whether the name of a file is that of a picture. A page of a wiki has such a name with a colon.
  var hasPictureEnding: Bool {
    guard let dot = lastIndex(of: "."), self[dot...].utf8.count <= 5 else { return false }
    return PictureFile.endings.contains(self[dot...].dropFirst().lowercased()) && !contains(":")
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
    if letters.count == utf8.count || self == "2x" { return edges[lowercased()] != nil }
    return ["s", "w", "h", "x", "sx", "wi", "px", ":"].contains(letters)
      && (utf8.count - letters.count >= 2)
  }

  /// The longer edge of `1024x683`, `w_1456`, `640,427` or `thumb`; nil for another text, and for proportions.
  fileprivate var edge: Int? {
    guard !contains(":") else { return nil }
    if let edge = edges[lowercased()] { return edge }
    return split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }.max()
  }
}

/// Words for sizes, with their usual edges; nil for those that name no smaller file.
private let edges: [String: Int?] = [
  "scaled": 2560, "thumb": 150, "thumbnail": 150, "small": 240, "medium": 640, "large": 1024,
  "pi": nil, "2x": nil, "orig": nil, "original": nil, "full": nil,
]

extension String {
  /// Whether the address is that of a picture, by the ending of its path.
  package var isPictureAddress: Bool {
    prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last?.hasPictureEnding ?? false
  }
}
