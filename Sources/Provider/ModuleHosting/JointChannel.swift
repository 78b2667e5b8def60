import ProviderKit

/// Carries the questions of the joint to one module, wherever it runs, and its answers back.
///
/// Safe to use from several threads. The answers are a stranger's: they are bounded, and otherwise unchecked.
package protocol JointChannel: Sendable {
  /// Asks one question. Blocks until the answer.
  /// - Returns: the status and the bytes of the answer, at most ``JointLimits/answer``.
  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer is too large, or ``ModuleStopped``.
  func ask(
    _ method: JointMethod, _ question: [UInt8]
  ) throws -> (status: JointStatus, bytes: [UInt8])

  /// What the module has said besides since the last call, for people.
  func takeNotes() -> [String]
}

extension JointChannel {
  package func takeNotes() -> [String] { [] }
}

/// The process of a module ended, or was ended, before it answered. The next question goes to a new process.
package struct ModuleStopped: Error, CustomStringConvertible {
  /// A sentence in lower case without a period.
  package let reason: String
  /// The method that was asked.
  package let method: JointMethod

  package init(reason: String, method: JointMethod) {
    (self.reason, self.method) = (reason, method)
  }

  package var description: String { "was stopped during \"\(method.rawValue)\": \(reason)" }
}

extension JointChannel {
  /// Asks one question and decodes the answer.
  /// - Throws: ``ProviderFailure``: the module's own, `.unsupported`, or `.malformed`; ``ModuleStopped``.
  package func answer<Value: Decodable>(
    to method: JointMethod, _ question: some Encodable, as type: Value.Type
  ) throws -> Value {
    let (status, bytes) = try ask(method, JointCoder.encode(question))
    switch status {
    case .ok:
      return try JointCoder.decode(type, from: bytes)
    case .failed:
      throw try JointCoder.decode(ProviderFailure.self, from: bytes).checked()
    case .unsupported:
      throw ProviderFailure(.unsupported, "the module does not support \"\(method.rawValue)\"")
    default:
      throw ProviderFailure(
        .malformed,
        "the module answered \"\(method.rawValue)\" with the unknown status \(status.rawValue)")
    }
  }
}
