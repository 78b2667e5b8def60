import ProviderKit

/// Which photos of a listing a run mirrors. Judged from the listing alone, before any transfer.
///
/// A photo that the listing says too little about is left out, except that unknown pixels pass.
public struct PhotoFilter: Sendable, Hashable {
  /// Why a photo is left out.
  public enum Exclusion: String, Sendable, Hashable {
    case date, license, tag, pixels, media, file
  }

  /// The earliest and the latest date; a photo whose date is known to the year is in every part of it.
  public var since: DateBound?
  /// The latest date; nil for no limit.
  public var until: DateBound?
  /// Words that a licence's name begins with; a photo needs one of them. Empty for all.
  public var licenses: [LicenseWords] = []
  /// A photo needs one of them; empty for all.
  public var tags: Set<FoldedTag> = []
  /// A photo with one of them is left out; empty for none.
  public var excludedTags: Set<FoldedTag> = []
  /// Limits of the longest edge of the largest size that is offered, in pixels.
  public var minimumEdge: Int?
  /// The largest edge that passes; nil for no limit.
  public var maximumEdge: Int?
  /// Empty for all.
  public var media: Set<MediaKind> = []
  /// Ids and page addresses of photos to leave out.
  public var excludedPhotos = PhotoNames()

  public init() {}

  /// Whether every photo passes.
  package var isEmpty: Bool { self == PhotoFilter() }

  /// Nil if the photo is to be mirrored.
  package func exclusion(of photo: Photo) -> Exclusion? {
    if excludedPhotos.contains(photo) { return .file }
    if !media.isEmpty, !media.contains(photo.media ?? .photo) { return .media }
    if let since, !since.isBefore(endOf: photo) { return .date }
    if let until, !until.isAfter(startOf: photo) { return .date }
    if !licenses.isEmpty, !licenses.contains(where: { $0.matches(photo.license) }) {
      return .license
    }
    if !tags.isEmpty || !excludedTags.isEmpty {
      let own = Set(photo.tags.map(FoldedTag.init))
      if !tags.isEmpty, tags.isDisjoint(with: own) { return .tag }
      if !excludedTags.isDisjoint(with: own) { return .tag }
    }
    if minimumEdge != nil || maximumEdge != nil, let edge = photo.longestEdge,
      edge < minimumEdge ?? 0 || edge > maximumEdge ?? .max
    {
      return .pixels
    }
    return nil
  }
}

/// A tag without case and white space: `New York` and `newyork` are one.
public struct FoldedTag: Sendable, Hashable {
  /// The tag in lower case, without white space.
  public let text: String

  public init(_ tag: String) { text = tag.filter { !$0.isWhitespace }.lowercased() }
}

/// The first words of a licence's name, without case: `CC BY` matches `CC BY 4.0`, and not `CC BY-SA 4.0`.
public struct LicenseWords: Sendable, Hashable {
  private let words: [String]

  /// As it is compared.
  public var text: String { words.joined(separator: " ") }

  /// - Parameter text: `none` for photos without a stated licence.
  public init(_ text: String) { words = Self.words(text) }

  func matches(_ license: License?) -> Bool {
    guard let license else { return words == ["none"] }
    return Self.words(license.name).starts(with: words)
  }

  /// `CC-BY-SA`, as many write it, is `CC BY-SA`.
  private static func words(_ text: String) -> [String] {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if let first = words.first, first.hasPrefix("cc-") {
      words.replaceSubrange(0...0, with: ["cc", String(first.dropFirst(3))])
    }
    return words
  }
}

/// Photos by their ids or the addresses of their pages.
public struct PhotoNames: Sendable, Hashable {
  private var names: Set<String> = []

  public init() {}

  /// One name a line; empty lines and those that begin with `#` are ignored.
  public init(lines text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let name = line.trimmingPrefix(while: \.isWhitespace)
      guard !name.isEmpty, !name.hasPrefix("#") else { continue }
      names.insert(Self.plain(String(name)))
    }
  }

  /// The number of different names.
  public var count: Int { names.count }

  var sorted: [String] { names.sorted() }

  func contains(_ photo: Photo) -> Bool {
    guard !names.isEmpty else { return false }
    if names.contains(photo.id) { return true }
    return photo.pageURL.map { names.contains(Self.plain($0)) } ?? false
  }

  /// An address without scheme, `www.` and a slash at its end.
  private static func plain(_ name: String) -> String {
    var rest = name[...]
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    guard let scheme = rest.firstRange(of: "://") else { return String(rest) }
    rest = rest[scheme.upperBound...]
    if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
    while rest.last == "/" { rest = rest.dropLast() }
    return String(rest)
  }
}

extension Photo {
  /// The longest edge of the largest size whose pixels are known; nil if none are.
  fileprivate var longestEdge: Int? {
    renditions.compactMap { [$0.width, $0.height].compactMap(\.self).max() }.max()
  }
}
