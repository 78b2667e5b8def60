/// A listing that a page names: an album of an account, a contact whose photos are wanted.
public struct ListedSource: Codable, Sendable, Hashable {
  /// As in ``PageQuery/selector``: `album/12345678@N00/7215`.
  public var selector: String
  /// As in ``PageQuery/parameters``.
  public var parameters: [String: String]
  /// Its kind, as a noun in the singular: `album`, `gallery`, `group`.
  public var kind: String
  /// For people; empty if none.
  public var title: String
  /// The number of its photos according to the site.
  public var count: Int?
  /// What the page tells of the album that is listed; its id is that in ``Page/album`` of the listing's
  /// own pages.
  public var album: Album?

  /// A listing; only `selector` is required.
  public init(
    selector: String, parameters: [String: String] = [:], kind: String = "album",
    title: String = "", count: Int? = nil, album: Album? = nil
  ) {
    (self.selector, self.parameters, self.kind) = (selector, parameters, kind)
    (self.title, self.count, self.album) = (title, count, album)
  }

  /// Decodes a listing; everything except `selector` has a default.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    selector = try members.decode(String.self, forKey: .selector)
    parameters = try members.decodeIfPresent([String: String].self, forKey: .parameters) ?? [:]
    kind = try members.decodeIfPresent(String.self, forKey: .kind) ?? "album"
    title = try members.decodeIfPresent(String.self, forKey: .title) ?? ""
    count = try members.decodeIfPresent(Int.self, forKey: .count)
    album = try members.decodeIfPresent(Album.self, forKey: .album)
  }
}

extension ListedSource {
  /// The listing with its texts cleaned.
  /// - Throws: ``ProviderFailure`` with `.malformed` if it cannot be asked for.
  package func checked() throws(ProviderFailure) -> ListedSource {
    guard selector.isName(within: JointLimits.address), parameters.count <= JointLimits.entries,
      parameters.allSatisfy({ $0.key.isName() && $0.value.utf8.count <= JointLimits.text })
    else {
      throw malformed("a listing's selector or parameters are empty or too long")
    }
    var checked = self
    checked.kind = kind.isIdentifier ? kind : "listing"
    checked.title = title.cleaned(to: JointLimits.text)
    checked.count = count.flatMap { $0 < 0 ? nil : $0 }
    checked.album = try album.map { album throws(ProviderFailure) in
      try AlbumPart(album: album).checked().album
    }
    return checked
  }
}
