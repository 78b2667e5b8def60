/// How albums appear in a mirror's directory, besides in its catalog.
public enum AlbumKind: String, CaseIterable, Sendable, Codable {
  case none, links, hardlinks, lists
}
