import Locking
import ProviderKit

/// Collects the pieces of one answer. Any thread may append while the answer is open.
///
/// A module gets a number instead of an address: if it emits after its call has ended, the number
/// is unknown, whereas an address could be reused memory.
package struct AnswerBuffer: Sendable {
  private struct Open {
    var last: UInt = 0
    var buffers: [UInt: AnswerBuffer] = [:]
  }

  private static let open = Locked(Open())

  private let limit: Int
  private var bytes: [UInt8] = []
  private var isTooLarge = false

  private init(limit: Int) { self.limit = limit }

  /// Opens an answer.
  /// - Returns: its number, never 0.
  static func begin(limit: Int) -> UInt {
    open.withLock { open in
      open.last += 1
      open.buffers[open.last] = AnswerBuffer(limit: limit)
      return open.last
    }
  }

  /// Appends a piece if the answer is open.
  /// - Parameter piece: nil if its size is impossible.
  static func append(_ piece: UnsafeBufferPointer<UInt8>?, to number: UInt) {
    open.withLock { $0.buffers[number]?.append(piece) }
  }

  /// Closes an answer.
  /// - Returns: its bytes; nil if there were too many.
  static func end(_ number: UInt) -> [UInt8]? {
    let answer = open.withLock { $0.buffers.removeValue(forKey: number) }
    return answer.map { $0.isTooLarge ? nil : $0.bytes } ?? []
  }

  /// The error for an answer with too many bytes.
  package static let tooLarge = ProviderFailure(
    .malformed, "the answer is larger than \(JointLimits.answer >> 20) MiB")

  private mutating func append(_ piece: UnsafeBufferPointer<UInt8>?) {
    guard !isTooLarge, let piece, piece.count <= limit - bytes.count else {
      // Releases the memory, too.
      (isTooLarge, bytes) = (true, [])
      return
    }
    bytes += piece
  }
}

/// Why a file or a folder is not used.
package struct ModuleProblem: Error {
  /// A predicate in lower case without a period, whose subject is the file or folder: `is not executable`.
  package let reason: String
  /// Whether the reason is a program that it needs and that is not installed.
  package let isOfMissingProgram: Bool

  package init(_ reason: String, isOfMissingProgram: Bool = false) {
    (self.reason, self.isOfMissingProgram) = (reason, isOfMissingProgram)
  }
}
