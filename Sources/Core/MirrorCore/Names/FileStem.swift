import Foundation
import ProviderKit

/// The path of a photo's file, relative to the mirror and without its extension, as the mirror's template
/// gives it.
///
/// Pure: the same listing gives the same stem, so that a file without a record can be found again.
/// Every component is NFC, at most 200 bytes with its extension, or less in a place with shorter names, free of
/// separators, control and reserved names, and begins with neither a dot nor a dash. The id is always in it.
package struct FileStem: Sendable, Hashable {
  /// The components, with `/` between them.
  package let path: String

  package init(of photo: Photo, _ template: NameTemplate = .standard) {
    let most = max(Self.fewestBytes, template.longestName - Self.reserve)
    path = template.components.map { Self.name(of: photo, $0, within: most) }.joined(
      separator: "/")
  }

  /// The longest extension with its dot, the sidecar's `.xmp`, and the suffix by which the catalog distinguishes two
  /// photos with the same name.
  private static let reserve = 40
  /// A shorter name would not show what it is of.
  private static let fewestBytes = 40

  private static func name(
    of photo: Photo, _ pieces: [NameTemplate.Piece], within most: Int
  ) -> String {
    let fixed = pieces.map { NameValue.fixed($0, of: photo) }
    // What the texts of people may take: all of them together.
    var room = most - fixed.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    var values: [(text: String?, isField: Bool)] = []
    for (piece, value) in zip(pieces, fixed) {
      guard case .field(let field, let format, let fallback) = piece else {
        values.append((value, false))
        continue
      }
      var text = value
      if text == nil, let slug = NameValue.slug(field, format, of: photo, maximumBytes: room) {
        text = slug
        room -= slug.utf8.count
      }
      values.append((text ?? fallback, true))
    }
    return valid(joined(values), within: most)
  }

  /// A field without a value takes the text up to the next field with it, the last one the text before.
  private static func joined(_ values: [(text: String?, isField: Bool)]) -> String {
    var parts: [(text: String, isField: Bool)] = []
    var isAfterNothing = false
    for (text, isField) in values {
      if isField {
        isAfterNothing = text == nil
        if let text { parts.append((text, true)) }
      } else if !isAfterNothing, let text {
        parts.append((text, false))
      }
    }
    if isAfterNothing, values.last?.isField == true, parts.last?.isField == false {
      parts.removeLast()
    }
    return parts.map(\.text).joined()
  }

  private static func valid(_ text: String, within most: Int) -> String {
    var name = text.composed.drop { ".- ".contains($0) }
    while let last = name.last, ". ".contains(last) { name = name.dropLast() }
    guard !name.isEmpty else { return "unknown" }
    guard name.utf8.count > most else { return NameComponent.unreserved(String(name)) }
    return String(name).cut(to: most - 20) + "~" + fingerprint(of: text.utf8)
  }
}

/// The values of a template's pieces.
private enum NameValue {
  /// A text, an identifier or a date; nil for the texts of people, and for what is unknown.
  static func fixed(_ piece: NameTemplate.Piece, of photo: Photo) -> String? {
    guard case .field(let field, let format, _) = piece else {
      guard case .text(let text) = piece else { return nil }
      return text
    }
    let value: String? =
      switch field {
      case .owner: NameComponent.identifier(photo.owner.isEmpty ? "unknown" : photo.owner)
      case .id: NameComponent.identifier(photo.id)
      case .site: photo.site.map(NameComponent.identifier)
      case .taken: date(of: photo, format, isUpload: false)
      case .uploaded: date(of: photo, format, isUpload: true)
      case .title, .ownername, .license: nil
      }
    return value.map { cut($0, format) }
  }

  static func slug(
    _ field: NameTemplate.Field, _ format: NameFormat, of photo: Photo, maximumBytes: Int
  ) -> String? {
    let text: String? =
      switch field {
      case .title: photo.title
      case .ownername: photo.ownerName
      case .license: photo.license?.name
      case .owner, .id, .site, .taken, .uploaded: nil
      }
    let slug = text.flatMap { NameComponent.slug($0, maximumBytes: maximumBytes) }
    return slug.map { cut($0, format) }
  }

  private static func cut(_ text: String, _ format: NameFormat) -> String {
    guard case .width(let width) = format, text.count > width else { return text }
    var cut = text.prefix(width)
    while cut.count > 1, cut.last == "-" { cut = cut.dropLast() }
    return String(cut)
  }

  /// The known parts, up to the first that is unknown.
  private static func date(of photo: Photo, _ format: NameFormat, isUpload: Bool) -> String? {
    guard case .date(let parts) = format else { return nil }
    let taken = isUpload ? nil : photo.takenAt.flatMap(NameDate.init(taken:))
    guard let date = taken ?? photo.uploadedAt.flatMap(NameDate.init(uploaded:)) else { return nil }
    return date.text(parts)
  }
}

/// The known parts of a date, largest first.
private struct NameDate {
  private let parts: [Substring]

  /// From ``Photo/takenAt``.
  init?(taken text: String) {
    let known = text.prefix { $0 != "~" }
    let parts = known.split(omittingEmptySubsequences: false) { "- T:".contains($0) }
    let lengths = [4, 2, 2, 2, 2, 2]
    guard parts.count <= 6,
      zip(parts, lengths).allSatisfy({ part, length in
        part.utf8.count == length && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return nil }
    self.parts = parts
  }

  /// From seconds since 1970.
  init?(uploaded seconds: Int64) {
    guard seconds > 0, seconds < 253_402_300_800 else { return nil }
    self.init(taken: String(UTCTime.text(seconds).dropLast()))
  }

  /// Nil if the format begins with a part that is unknown.
  func text(_ format: [NameDatePart]) -> String? {
    var (text, gap) = ("", "")
    for part in format {
      let place: Int
      switch part {
      case .year: place = 0
      case .month: place = 1
      case .day: place = 2
      case .hour: place = 3
      case .minute: place = 4
      case .second: place = 5
      case .text(let words):
        gap += words
        continue
      }
      guard place < parts.count else { break }
      text += (text.isEmpty ? "" : gap) + parts[place]
      gap = ""
    }
    return text.isEmpty ? nil : text
  }
}
