import Foundation
import ProviderKit

/// A program's line: the answer to one question.
struct ProgramReply: Sendable {
  /// The number of the question.
  let id: UInt64
  let status: JointStatus
  /// The answer or the failure, which is not parsed here.
  let bytes: [UInt8]

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
    case (let answer?, nil, nil): (status, bytes) = (.ok, Array(answer))
    case (nil, let failure?, nil): (status, bytes) = (.failed, Array(failure))
    case (nil, nil, let flag?) where flag.elementsEqual("true".utf8):
      (status, bytes) = (.unsupported, [])
    default: return nil
    }
    self.id = id
  }

  /// The line of a question.
  static func question(_ id: UInt64, _ method: JointMethod, _ question: [UInt8]) -> Data {
    var line = Data("{\"id\":\(id),\"method\":\"\(method.rawValue)\",\"question\":".utf8)
    line += question
    line += Data("}\n".utf8)
    return line
  }
}
