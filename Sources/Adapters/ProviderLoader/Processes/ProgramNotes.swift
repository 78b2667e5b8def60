import ProviderKit

/// The last lines that a program wrote to its standard error, for people.
struct ProgramNotes {
  private static let mostLines = 16
  private static let mostBytes = 1 << 10

  private var lines: [String] = []
  private var line: [UInt8] = []
  /// Whether lines were lost since they were last taken.
  private var isCut = false

  /// Appends a piece; of a long line only the beginning is kept, of many lines the last.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    // What was written before would not be kept.
    for byte in piece.suffix(Self.mostLines * Self.mostBytes) {
      if byte == 0x0A {
        endLine()
      } else if line.count < Self.mostBytes {
        line.append(byte)
      }
    }
  }

  /// The last line; nil if none.
  mutating func last() -> String? {
    endLine()
    return lines.last
  }

  /// The lines since the last call.
  mutating func take() -> [String] {
    defer { (lines, isCut) = ([], false) }
    return isCut ? ["earlier notes of the program were dropped"] + lines.dropFirst() : lines
  }

  private mutating func endLine() {
    let text = String(decoding: line, as: UTF8.self).cleaned(to: 2 * Self.mostBytes)
    line = []
    guard !text.allSatisfy(\.isWhitespace) else { return }
    lines.append(text)
    guard lines.count > Self.mostLines else { return }
    lines.removeFirst()
    isCut = true
  }
}
