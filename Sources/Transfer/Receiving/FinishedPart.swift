import Digests
import Foundation

/// A part that has its whole length; the digest that was promised is still to be proved.
struct FinishedPart: Sendable {
  let path: String
  let download: Download
  /// Lower-case hexadecimal, where the server promised it.
  let md5: String

  /// Proves the promised digest, and gives the download; a part that is not the promised body is
  /// removed.
  ///
  /// On a thread of its own: reading a file must hold up neither the network nor Swift's pool. Few
  /// servers promise a digest, so there is no pool for it.
  func prove(_ reply: @escaping @Sendable (Result<Download, Fault>) -> Void) {
    Thread.detachNewThread { reply(Result { () throws(Fault) in try prove() }) }
  }

  private func prove() throws(Fault) -> Download {
    let digest: String
    do {
      digest = try FileDigest.hex(.md5, ofFileAt: path)
    } catch {
      throw Fault(.localFile(errno: error.errno), error.message)
    }
    guard digest == md5 else {
      try? PartFile.remove(at: path)
      throw Fault(.corrupted, "the server promised the MD5 \(md5), the body has \(digest)")
    }
    return download
  }
}
