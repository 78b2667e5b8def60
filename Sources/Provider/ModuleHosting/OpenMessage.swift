import Sandbox

/// The request to open a module.
package struct OpenRequest {
  /// The longest message of this kind.
  package static let mostBytes = 8 << 20

  /// The path of the shared library.
  package let modulePath: String
  /// The files, and the folders with all below them, that the module may read while it is opened.
  package let readable: [String]
  /// Without which the module is not opened.
  let walls: Walls

  package init(modulePath: String, readable: [String]) {
    (self.modulePath, self.readable, walls) = (modulePath, readable, .offered)
  }

  /// The message that ``init(_:)`` reads.
  package func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.append(modulePath)
    writer.append(readable.count)
    for path in readable { writer.append(path) }
    writer.append(walls)
    return writer.bytes
  }

  /// Reads a message that ``encode()`` made.
  package init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    modulePath = try reader.text()
    var readable: [String] = []
    for _ in 0..<(try reader.number(in: 0...100_000)) { readable.append(try reader.text()) }
    self.readable = readable
    walls = try reader.walls()
  }
}

/// The answer to a request to open a module.
package enum OpenAnswer {
  /// The longest message of this kind.
  package static let mostBytes = 64 << 10

  case opened
  /// Why it cannot be used.
  case refused(String)

  /// The message that ``init(_:)`` reads.
  package func encode() -> [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .opened: writer.append(true)
    case .refused(let reason):
      writer.append(false)
      writer.append(reason)
    }
    return writer.bytes
  }

  /// Reads a message that ``encode()`` made. A process that a module has taken over may send any bytes.
  package init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    self = try reader.flag() ? .opened : .refused(try reader.text())
  }
}
