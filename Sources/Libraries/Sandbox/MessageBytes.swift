/// Writes the fields of a message between two processes of this program, in the machine's byte order.
package struct MessageWriter {
  /// The message by now.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds a number as a field of eight bytes; bits above the 64th are lost.
  package mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: Int64(truncatingIfNeeded: number)) { bytes += $0 }
  }

  /// Adds a number of double precision, bit by bit, as a field of eight bytes.
  package mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Adds a truth value as a field of eight bytes, 0 or 1.
  package mutating func append(_ flag: Bool) { append(flag ? 1 : 0) }

  /// Adds bytes after their number.
  package mutating func append(_ data: [UInt8]) {
    append(data.count)
    bytes += data
  }

  /// Adds text as the bytes of its UTF-8 after their number.
  package mutating func append(_ text: String) { append(Array(text.utf8)) }

  /// Adds whether there is a value, and the value if there is one.
  /// - Parameter append: Adds the fields of the value.
  package mutating func append<Value>(optional value: Value?, _ append: (inout Self, Value) -> Void)
  {
    self.append(value != nil)
    if let value { append(&self, value) }
  }
}

/// Reads what ``MessageWriter`` wrote. The writer may be a process that a hostile image has taken over:
/// every length is checked, and an invalid message is an error.
package struct MessageReader {
  /// The message is shorter than its fields say, or a field has no meaning.
  package struct Invalid: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  private var position = 0

  /// - Parameter bytes: A whole message, without its length.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of any size; see ``number(in:)`` for one that is used as a length or an index.
  package mutating func number() throws(Invalid) -> Int64 {
    let field = try take(8)
    return field.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }

  /// A number in `range`.
  package mutating func number(in range: ClosedRange<Int>) throws(Invalid) -> Int {
    guard let number = Int(exactly: try number()), range.contains(number) else { throw Invalid() }
    return number
  }

  /// A number of double precision, which may be infinite or not a number.
  package mutating func double() throws(Invalid) -> Double {
    Double(bitPattern: UInt64(bitPattern: try number()))
  }

  /// A truth value; a field other than 0 and 1 is an error.
  package mutating func flag() throws(Invalid) -> Bool { try number(in: 0...1) == 1 }

  /// Bytes after their number, which is at most that of the whole message.
  package mutating func data() throws(Invalid) -> [UInt8] {
    Array(try take(try number(in: 0...bytes.count)))
  }

  /// Text; invalid UTF-8 is replaced.
  package mutating func text() throws(Invalid) -> String {
    String(decoding: try data(), as: UTF8.self)
  }

  /// A value that may be missing.
  /// - Parameter read: Reads the fields of the value if there is one.
  package mutating func optional<Value>(
    _ read: (inout Self) throws(Invalid) -> Value
  ) throws(Invalid) -> Value? {
    try flag() ? try read(&self) : nil
  }

  private mutating func take(_ count: Int) throws(Invalid) -> ArraySlice<UInt8> {
    guard bytes.count - position >= count else { throw Invalid() }
    defer { position += count }
    return bytes[position..<position + count]
  }
}
