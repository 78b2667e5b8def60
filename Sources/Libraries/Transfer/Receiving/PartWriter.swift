import Digests
import Foundation

/// Writes one body into the part file: nothing before the caller has checked the first bytes,
/// nothing beyond the promised length, everything else at once.
///
/// Bytes are written as they arrive (libcurl gives at most 16 KiB). The state is written when the
/// engine asks for it, so that a body that arrives at once needs no second file.
final class PartWriter {
  /// How many first bytes `DownloadRequest.refusing` gets.
  static let sniffedBytes = 64

  private let request: DownloadRequest
  /// The address after redirects.
  private let address: String
  private var file: PartFile?
  /// The state that is still to be written beside the part; nil if it is written or not needed.
  private(set) var state: ResumeState?
  private var first: [UInt8] = []
  /// Where this body ends in the file; nil if unknown.
  private let end: Int64?
  /// Length of the complete file; nil if unknown.
  let total: Int64?
  /// Bytes of this body so far.
  private(set) var fetched: Int64 = 0

  /// For a body that is the complete file.
  /// - Parameter address: after redirects.
  init(
    _ request: DownloadRequest, from address: String, beginningWith state: ResumeState?,
    total: Int64?
  ) {
    self.request = request
    self.address = address
    self.state = state
    self.total = total
    end = total
  }

  /// For a body that continues at the end of `file`.
  init(_ request: DownloadRequest, goingOn file: PartFile, end: Int64, total: Int64) {
    self.request = request
    // The first bytes, which alone may be refused, are there.
    address = request.url
    self.file = file
    self.end = end
    self.total = total
  }

  /// Bytes in the file.
  var byteCount: Int64 { file?.byteCount ?? 0 }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    fetched += Int64(bytes.count)
    let reached = byteCount + Int64(first.count) + Int64(bytes.count)
    try check(reached)
    if let file {
      try file.append(bytes)
    } else if first.count + bytes.count < Self.sniffedBytes {
      first += bytes
    } else {
      let file = try begin(with: first + bytes.prefix(Self.sniffedBytes - first.count))
      try file.append(first)
      first = []
      try file.append(bytes)
    }
  }

  /// Ends the body, which must have its promised length.
  /// - Parameter isWhole: Whether the transfer is known to be complete: then a shorter body is another one.
  func finish(isWhole: Bool) throws(Fault) {
    if file == nil {
      let file = try begin(with: first)
      try file.append(first)
    }
    let count = byteCount
    guard let total, count < total else { return }
    if isWhole { discard() }
    throw Fault(
      isWhole ? .inconsistent : .truncated, "the body ended after \(count) of \(total) bytes")
  }

  /// Writes the state, so that the part can be resumed after a kill.
  func remember() throws(Fault) {
    guard let file, file.byteCount > 0, let state else { return }
    self.state = nil
    try file.remember(state)
  }

  private func begin(with bytes: [UInt8]) throws(Fault) -> PartFile {
    if let reason = request.refusing?(bytes, address) { throw Fault(.refused, reason) }
    let file = try PartFile.startOver(at: request.partPath)
    self.file = file
    return file
  }

  /// Removes the part of a body that is longer than promised: a part of exactly the promised length
  /// would be taken for complete later.
  private func check(_ reached: Int64) throws(Fault) {
    if let end, reached > end {
      discard()
      throw Fault(.inconsistent, "the body is longer than the announced \(end) bytes")
    }
    guard reached <= request.maximumBytes else {
      discard()
      throw .tooLarge(request.maximumBytes)
    }
  }

  /// Removes what was written.
  func discard() {
    guard file != nil else { return }
    file = nil
    try? PartFile.remove(at: request.partPath)
  }
}

/// A part of full length whose promised MD5 is still to be verified.
struct FinishedPart: Sendable {
  let path: String
  let download: Download
  /// Lower-case hexadecimal.
  let md5: String

  /// Verifies the digest and gives the download; removes the part if it differs.
  ///
  /// On a thread of its own: reading a file must block neither the network nor Swift's pool. Few
  /// servers promise a digest, so there is no thread pool for it.
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
      throw Fault(.corrupted, "the server announced the MD5 \(md5), but the body has \(digest)")
    }
    return download
  }
}
