import ProviderKit

extension Manifest.Setting {
  /// A hint about a source without this setting; nil if the provider gives none.
  /// - Parameter source: The part after the colon, as it was written.
  func hint(for source: String) -> String? {
    for alternative in alternatives {
      guard let values = SourcePattern(alternative.source).values(in: source) else { continue }
      return values.reduce(alternative.hint) { hint, value in
        hint.replacing("{\(value.name)}", with: value.text)
      }
    }
    return nil
  }
}

/// A text with names in braces, each for at least one character of a part of a source.
struct SourcePattern {
  private enum Piece {
    case text(Substring)
    case name(String)
  }

  private let pieces: [Piece]

  init(_ pattern: String) {
    var pieces: [Piece] = []
    for (index, part) in pattern.split(separator: "{", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index > 0, let end = part.firstIndex(of: "}") else {
        pieces.append(.text(part))
        continue
      }
      pieces.append(.name(String(part[..<end])))
      pieces.append(.text(part[part.index(after: end)...]))
    }
    self.pieces = pieces
  }

  /// The parts that the names match; nil if the source does not match. A name reaches up to the first
  /// place where the text after it begins.
  func values(in source: String) -> [(name: String, text: String)]? {
    var rest = source[...]
    var values: [(name: String, text: String)] = []
    var open: String?
    for piece in pieces {
      switch piece {
      case .name(let name): open = name
      case .text(let text):
        if let name = open {
          let next = text.isEmpty ? rest.endIndex : rest.firstRange(of: text)?.lowerBound
          guard let end = next, end > rest.startIndex,
            !rest[..<end].contains(where: { "/?&".contains($0) })
          else {
            return nil
          }
          values.append((name, String(rest[..<end])))
          (rest, open) = (rest[end...], nil)
        }
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      }
    }
    return rest.isEmpty && open == nil ? values : nil
  }
}
