import ProviderKit

/// Reads the records of a part of a list.
struct RecordReader {
  private let kind: ListKind
  private let columns: ListColumns
  /// The names of a table's columns, in lower case.
  private let names: [String]
  private var line: Int
  /// Whether the names of a table's columns were met.
  private(set) var hasNames = false

  /// - Parameter line: The number of the first line of the part.
  init(kind: ListKind, columns: ListColumns, firstLine: String, line: Int) {
    (self.kind, self.columns, self.line) = (kind, columns, line)
    guard case .table(let separator) = kind else {
      names = []
      return
    }
    let bytes = Array(firstLine.utf8)
    names = RecordScan.values(of: bytes[...], separator: separator).map {
      $0.lowercased().filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
    }
  }

  /// - Throws: ``ProviderFailure`` if the table has no column with addresses.
  mutating func read(_ text: String, into page: inout Page) throws(ProviderFailure) {
    if case .table = kind, !text.isEmpty {
      let pairs = Dictionary(names.map { ($0, "x") }) { first, _ in first }
      guard columns.values(of: pairs)[.url] != nil else {
        throw ProviderFailure(
          .source,
          "the list has no column with addresses; its columns are: "
            + names.prefix(32).joined(separator: ", ").cleaned(to: 1000),
          hint: "name it: urls:FILE?url=COLUMN")
      }
    }
    let bytes = Array(text.utf8)
    var (start, seen) = (0, Set<String>())
    while start < bytes.count {
      let end = RecordScan.recordEnd(bytes, from: start, kind) ?? bytes.count
      let record = bytes[start..<end]
      do throws(ProviderFailure) {
        if let values = try values(of: record) {
          let photo = try ListedPicture.photo(values)
          // The same id with another address is reported by whoever reads the pages.
          let address = photo.renditions.first?.url ?? ""
          if seen.insert(photo.id + "\n" + address).inserted { page.photos.append(photo) }
        }
      } catch {
        page.refused.append("\(kind.unit) \(line): \(error.message)")
      }
      line += kind.units(in: record)
      start = end
    }
  }

  /// - Returns: Nil for a record that lists nothing.
  private mutating func values(
    of record: ArraySlice<UInt8>
  ) throws(ProviderFailure) -> [ListColumns.Field: String]? {
    let text = String(decoding: record, as: UTF8.self).trimmed
    guard !text.isEmpty, !(kind == .text && text.hasPrefix("#")) else { return nil }
    switch kind {
    case .text: return [.url: text]
    case .json:
      // The lines of an array without its brackets.
      let value = text.hasSuffix(",") ? String(text.dropLast()) : text
      return try values(of: JSONValue(parsing: value.withoutNaN))
    case .values:
      let inner = String(
        decoding: record.drop { ValueScan.isSeparator($0) || $0 >= 0x80 }, as: UTF8.self
      ).trimmed
      guard !inner.isEmpty else { return nil }
      let value = try JSONValue(parsing: inner.withoutNaN)
      if case .string(let address) = value { return [.url: address] }
      return try values(of: value)
    case .table(let separator):
      // The names.
      guard line > 1 else {
        hasNames = true
        return nil
      }
      let values = RecordScan.values(of: record, separator: separator)
      return columns.values(of: Dictionary(zip(names, values)) { first, _ in first })
    }
  }
}

extension RecordReader {
  private func values(
    of value: JSONValue
  ) throws(ProviderFailure) -> [ListColumns.Field: String] {
    guard case .object(let members) = value else {
      throw ProviderFailure(.malformed, "it is not a JSON object")
    }
    let values = columns.values(
      of: Dictionary(members.all.map { ($0.lowercased(), $1.listed) }) { first, _ in first })
    guard values[.url] == nil else { return values }
    let inner = members.all.first { member in
      member.value.array.contains { if case .object = $0 { true } else { false } }
    }
    guard let name = inner?.key.cleaned(to: 80) else { return values }
    throw ProviderFailure(.malformed, Self.advice(name))
  }

  /// What to do with one object that contains the records.
  static func advice(_ member: String) -> String {
    "if the records are in its member \"\(member)\", write each into a line, as by jq -c '.\(member)[]'"
  }
}

extension JSONValue {
  /// A value as text; the texts of a list, separated by semicolons.
  fileprivate var listed: String {
    string ?? array.compactMap(\.string).joined(separator: ";")
  }
}

extension String {
  /// Without white space and a byte order mark around it.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace || first == "\u{FEFF}" { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
