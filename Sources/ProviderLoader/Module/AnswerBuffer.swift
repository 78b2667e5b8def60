import Foundation
import Locking
import ProviderKit

/// Joins the pieces of one answer. Any thread may append, while the answer is open.
///
/// A module is handed a number and no address: what it emits when its call is over finds no answer,
/// instead of memory that is another's by then.
struct AnswerBuffer: Sendable {
  private struct Open {
    var last: UInt = 0
    var buffers: [UInt: AnswerBuffer] = [:]
  }

  private static let open = Locked(Open())

  private let limit: Int
  private var bytes = Data()
  private var isTooLarge = false

  private init(limit: Int) { self.limit = limit }

  /// Opens an answer, and gives its number, which is never 0.
  static func begin(limit: Int) -> UInt {
    open.withLock { open in
      open.last += 1
      open.buffers[open.last] = AnswerBuffer(limit: limit)
      return open.last
    }
  }

  /// Adds a piece to an answer, if it is open still.
  /// - Parameter piece: nil where it is larger than anything can be.
  static func append(_ piece: UnsafeBufferPointer<UInt8>?, to number: UInt) {
    open.withLock { $0.buffers[number]?.append(piece) }
  }

  /// Closes an answer, and gives all of it.
  static func end(_ number: UInt) throws(ProviderFailure) -> Data {
    let answer = open.withLock { $0.buffers.removeValue(forKey: number) }
    return try answer?.joined() ?? Data()
  }

  private mutating func append(_ piece: UnsafeBufferPointer<UInt8>?) {
    guard !isTooLarge, let piece, piece.count <= limit - bytes.count else {
      // Gives its memory back as well.
      (isTooLarge, bytes) = (true, Data())
      return
    }
    bytes.append(piece)
  }

  private func joined() throws(ProviderFailure) -> Data {
    guard !isTooLarge else {
      throw ProviderFailure(.malformed, "the answer is larger than \(limit >> 20) MiB")
    }
    return bytes
  }
}
