/// The template of the paths of a mirror's photos: `{owner}/{taken:yyyy}/{taken:yyyy-MM-dd}_{title}_{id}`.
///
/// A field is `{name}`, `{name:FORMAT}`, `{name|FALLBACK}` or both. The format of a date consists of `yyyy`,
/// `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `_`, `.` and spaces between; that of a text is the most characters.
/// A field without a value and fallback disappears with the text up to the next field.
public struct NameTemplate: Sendable, Hashable {
  /// A field of a photo.
  public enum Field: String, CaseIterable, Sendable, Hashable {
    /// The owner's account id.
    case owner
    /// The owner's nickname or full name.
    case ownername
    case title, id, site, license
    /// When it was taken, or else uploaded.
    case taken
    /// When it was uploaded, UTC.
    case uploaded

    var isDate: Bool { self == .taken || self == .uploaded }
  }

  enum Piece: Hashable {
    case text(String)
    case field(Field, format: NameFormat, fallback: String?)
  }

  /// As it was written, with `_{id}` if no id was in it.
  public let text: String
  /// Whether the id was added, so that no two photos have the same name.
  public let hasAddedID: Bool
  /// Each component's pieces.
  let components: [[Piece]]
  /// Bytes of the longest name, with everything that follows the stem.
  private(set) var longestName = NameTemplate.usualLongest

  /// What all common file systems take, and those that encrypt names often do not.
  package static let usualLongest = 200

  /// The same names in a place whose names have fewer bytes.
  package func limited(to bytes: Int) -> NameTemplate {
    var limited = self
    limited.longestName = min(longestName, bytes)
    return limited
  }

  /// `{owner}/{taken:yyyy-MM-dd}_{title}_{id}`.
  public static let standard: NameTemplate = {
    do throws(NameTemplateError) {
      return try NameTemplate("{owner}/{taken:yyyy-MM-dd}_{title}_{id}")
    } catch {
      fatalError("the standard template is invalid: \(error.reason)")
    }
  }()

  private static let mostBytes = 1000
  private static let mostComponents = 10
  /// The most bytes of the text between the fields of a component.
  static let mostText = 60

  /// - Throws: ``NameTemplateError`` with the first mistake.
  public init(_ text: String) throws(NameTemplateError) {
    guard text.utf8.count <= Self.mostBytes else {
      throw NameTemplateError("it is longer than \(Self.mostBytes) bytes")
    }
    guard !text.hasPrefix("/") else {
      throw NameTemplateError("it begins with '/', and would lead out of the mirror")
    }
    var scanner = NameTemplateScanner(text)
    var components = try scanner.components()
    guard components.count <= Self.mostComponents else {
      throw NameTemplateError("it has more than \(Self.mostComponents) folders")
    }
    for component in components { try Self.check(component) }
    let hasID = components.joined().contains {
      if case .field(.id, _, _) = $0 { true } else { false }
    }
    if !hasID {
      var whole = NameTemplateScanner(text + "_{id}")
      components = try whole.components()
    }
    (self.text, hasAddedID, self.components) = (hasID ? text : text + "_{id}", !hasID, components)
  }

  private static func check(_ component: [Piece]) throws(NameTemplateError) {
    guard !component.isEmpty else { throw NameTemplateError("it has an empty folder name") }
    let texts = component.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if texts.count == component.count, [".", ".."].contains(texts.joined()) {
      throw NameTemplateError("'\(texts.joined())' leads out of its folder")
    }
    if case .text(let text) = component[0], let first = text.first, ".- ".contains(first) {
      throw NameTemplateError("no name can begin with '\(first)'")
    }
    guard texts.joined().utf8.count <= mostText else {
      throw NameTemplateError("the text of a name is longer than \(mostText) bytes")
    }
  }
}

/// How a field is written.
enum NameFormat: Hashable {
  case whole
  /// The most characters.
  case width(Int)
  case date([NameDatePart])
}

/// A part of a date's format.
enum NameDatePart: Hashable {
  case year, month, day, hour, minute, second
  case text(String)
}

/// Why a text is no template: a clause in lower case without a period.
public struct NameTemplateError: Error, Sendable, Hashable {
  /// A clause in lower case without a period.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
