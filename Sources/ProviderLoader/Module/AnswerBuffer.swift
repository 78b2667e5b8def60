import Foundation
import ProviderKit

/// Joins the pieces of one answer. Owned by the call that waits for the answer, on its thread.
final class AnswerBuffer {
  private let limit: Int
  private var bytes = Data()
  private var isTooLarge = false

  init(limit: Int) { self.limit = limit }

  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    guard !isTooLarge, piece.count <= limit - bytes.count else { return refuse() }
    bytes.append(piece)
  }

  /// Gives up on the answer, and its memory back.
  func refuse() {
    isTooLarge = true
    bytes = Data()
  }

  func joined() throws(ProviderFailure) -> Data {
    guard !isTooLarge else {
      throw ProviderFailure(.malformed, "the answer is larger than \(limit >> 20) MiB")
    }
    return bytes
  }
}
