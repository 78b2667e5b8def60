import Foundation

/// A part that has its whole length; its digest, where one was promised, is still to be proved.
struct FinishedPart: Sendable {
  let path: String
  let download: Download
  /// Lower-case hexadecimal, where the server promised it.
  let md5: String?

  /// Proves the promised digest; a part that is not the promised body is removed.
  ///
  /// On a thread of its own: reading a file must hold up neither the network nor Swift's pool. Few
  /// servers promise a digest, so there is no pool for it.
  func prove() async throws(Fault) {
    guard let md5 else { return }
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: Result { () throws(TransferError) in
            try FileDigest.hex(.md5, ofFileAt: path)
          })
      }
    }
    switch result {
    case .failure(let error): throw Fault(error.kind, error.message)
    case .success(md5): return
    case .success(let other):
      try? PartFile.remove(at: path)
      throw Fault(.corrupted, "the server promised the MD5 \(md5), the body has \(other)")
    }
  }
}
