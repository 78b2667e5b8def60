/// Status and headers of the current response, line by line.
///
/// Interim responses (1xx, RFC 9110 15.2) are dropped when the next begins, but their lines count:
/// the total is limited, so that a server cannot send headers forever.
struct ResponseHead: Sendable, Equatable {
  static let maximumBytes = 64 << 10
  static let maximumFields = 256

  /// 0 before the status line.
  private(set) var status = 0
  /// Names in lower case.
  private(set) var headers: [HTTPHeader] = []
  /// Whether the headers are complete.
  private(set) var isComplete = false
  private var bytes = 0

  init() {}

  /// For tests: a complete head.
  init(status: Int, headers: [HTTPHeader]) {
    self.status = status
    self.headers = headers
    isComplete = true
  }

  /// Whether another response follows this one.
  var isInterim: Bool { (100..<200).contains(status) }

  /// Whether the client follows its Location (RFC 9110 15.4; a GET stays a GET in all five).
  var isRedirect: Bool {
    [301, 302, 303, 307, 308].contains(status) && headers.first("location") != nil
  }

  /// Counts a trailer; its content is ignored. libcurl keeps all of them.
  mutating func skip(line: UnsafeRawBufferPointer) throws(Fault) {
    bytes += line.count
    guard bytes <= Self.maximumBytes else { throw .tooLongHead }
  }

  /// Takes one line as libcurl gives it, with its line end.
  mutating func append(line: UnsafeRawBufferPointer) throws(Fault) {
    try skip(line: line)
    guard headers.count < Self.maximumFields else { throw .tooLongHead }
    var text = line[...]
    while let last = text.last, last == 10 || last == 13 { text = text.dropLast() }
    if text.isEmpty {
      isComplete = status != 0
    } else if status == 0 || isComplete {
      try begin(text)
    } else {
      add(text)
    }
  }

  /// `HTTP/1.1 200 OK`, or `HTTP/2 200`.
  private mutating func begin(_ text: Slice<UnsafeRawBufferPointer>) throws(Fault) {
    let words = text.split(separator: 32, maxSplits: 2)
    guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
      let code = Int(String(decoding: words[1], as: UTF8.self)), code >= 100
    else { throw Fault(.protocolError, "the response has no status line") }
    status = code
    headers = []
    isComplete = false
  }

  private mutating func add(_ text: Slice<UnsafeRawBufferPointer>) {
    let isFolded = text.first == 32 || text.first == 9
    if isFolded, let last = headers.indices.last {
      headers[last].value += " " + Self.trimmed(text)
      return
    }
    guard let colon = text.firstIndex(of: 58) else { return }
    headers.append(
      HTTPHeader(Self.lowercased(text[..<colon]), Self.trimmed(text[(colon + 1)...])))
  }

  /// Field names are ASCII (RFC 9110 5.1).
  private static func lowercased(_ text: Slice<UnsafeRawBufferPointer>) -> String {
    String(unsafeUninitializedCapacity: text.count) { name in
      for (place, byte) in text.enumerated() {
        name[place] = (65...90).contains(byte) ? byte | 0x20 : byte
      }
      return text.count
    }
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let start = text.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
  }
}

extension Fault {
  fileprivate static var tooLongHead: Fault {
    Fault(.protocolError, "the response's headers are too long")
  }
}
