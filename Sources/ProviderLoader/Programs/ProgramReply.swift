import Foundation
import ProviderKit

/// A program's line: the answer to one question.
struct ProgramReply: Sendable {
  /// The number of the question.
  let id: UInt64
  let status: JointStatus
  /// The answer or the failure, which is not parsed here.
  let bytes: Data

  /// - Returns: Nil if the line is not one of the three forms.
  init?(line: [UInt8]) {
    var members = ObjectMembers(line)
    var found: [String: ArraySlice<UInt8>] = [:]
    while let member = members.next() {
      guard found.updateValue(member.value, forKey: member.name) == nil else { return nil }
    }
    guard members.isAtEnd,
      let id = found["id"].flatMap({ UInt64(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    switch (found["answer"], found["failure"], found["unsupported"]) {
    case (let answer?, nil, nil): (status, bytes) = (.ok, Data(answer))
    case (nil, let failure?, nil): (status, bytes) = (.failed, Data(failure))
    case (nil, nil, let flag?) where flag.elementsEqual("true".utf8):
      (status, bytes) = (.unsupported, Data())
    default: return nil
    }
    self.id = id
  }

  /// The line of a question.
  static func question(_ id: UInt64, _ method: JointMethod, _ question: Data) -> Data {
    var line = Data("{\"id\":\(id),\"method\":\"\(method.rawValue)\",\"question\":".utf8)
    line += question
    line += Data("}\n".utf8)
    return line
  }
}

/// Finds the members of a JSON object without parsing their values, which may be long.
private struct ObjectMembers {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether the object has ended, and only white space follows.
  private(set) var isAtEnd = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
    position = byte == UInt8(ascii: "{") ? position + 1 : bytes.count
  }

  /// The next member; nil at the end, and if the text is not an object.
  mutating func next() -> (name: String, value: ArraySlice<UInt8>)? {
    skipSpace()
    if byte == UInt8(ascii: "}") {
      position += 1
      skipSpace()
      isAtEnd = position == bytes.count
      return nil
    }
    let start = position
    guard skipString() else { return nil }
    let name = String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
    skipSpace()
    guard byte == UInt8(ascii: ":") else { return nil }
    position += 1
    skipSpace()
    let first = position
    guard skipValue(), position > first else { return nil }
    let value = bytes[first..<position]
    skipSpace()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { return nil }
    } else if byte != UInt8(ascii: "}") {
      return nil
    }
    return (name, value)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }

  private mutating func skipString() -> Bool {
    guard byte == UInt8(ascii: "\"") else { return false }
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// The decoder of the value finds its faults.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        (depth, position) = (depth + 1, position + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return true }
        (depth, position) = (depth - 1, position + 1)
      case UInt8(ascii: ","), 0x20, 0x09, 0x0D:
        guard depth > 0 else { return true }
        position += 1
      default: position += 1
      }
      if depth == 0, byte == UInt8(ascii: "\"") || byte == 0x7D || byte == 0x5D { return true }
    }
    return false
  }
}
