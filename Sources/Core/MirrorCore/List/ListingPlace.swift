import Foundation
import ProviderKit

/// A place in a source's listing, which may name further listings: `albums` names the albums of an account,
/// which are read one after the other.
struct ListingPlace: Sendable, Hashable {
  /// A place in a listing that a page names.
  struct Part: Sendable, Hashable, Codable {
    var selector: String
    var parameters: [String: String]
    /// The cursor in the named listing; nil for its first page.
    var cursor: String?
  }

  /// The cursor of the source's own listing: of the page, or of the page that names `part`.
  var cursor: String?
  /// Nil for a page of the source's own listing.
  var part: Part?

  init(cursor: String? = nil, part: Part? = nil) { (self.cursor, self.part) = (cursor, part) }

  /// A place from its text, as a catalog has it.
  init(text: String?) {
    guard let text, text.first == Self.mark,
      let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.dropFirst().utf8))
    else {
      self.init(cursor: text)
      return
    }
    self.init(cursor: stored.cursor, part: stored.part)
  }

  /// The cursor, or, for a named listing, text that no provider's cursor can be; nil for the first page.
  var text: String? {
    guard let part else { return cursor }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(Stored(cursor: cursor, part: part)) else { return cursor }
    return "\(Self.mark)\(String(decoding: data, as: UTF8.self))"
  }

  /// A control character: the joint refuses it in cursors.
  private static let mark: Character = "\u{1E}"

  private struct Stored: Codable {
    var cursor: String?
    var part: Part
  }
}

extension ListingPlace.Part {
  init(_ listing: ListedSource) {
    self.init(selector: listing.selector, parameters: listing.parameters)
  }

  func isPlace(in listing: ListedSource) -> Bool {
    selector == listing.selector && parameters == listing.parameters
  }
}
