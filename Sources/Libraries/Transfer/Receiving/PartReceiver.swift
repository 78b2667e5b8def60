import Foundation
import Redaction

/// Writes a download into its part file, and resumes the part if possible.
final class PartReceiver: BodyReceiver {
  private let request: DownloadRequest
  private let redaction: Redaction
  private let reply: Reply<Download>
  private let complete: CompleteParts
  private var progress: ProgressMeter
  /// The part to resume; nil if it is unusable.
  private var base: (state: ResumeState, size: Int64)?
  /// Whether the part is already complete.
  private var isWhole = false
  /// The body being received, and what its response promised.
  private var writer: PartWriter?
  private var headers: [HTTPHeader] = []
  private var md5: String?

  init(
    _ request: DownloadRequest, _ redaction: Redaction, complete: CompleteParts,
    progress: (@Sendable (DownloadProgress) -> Void)?,
    reply: @escaping Reply<Download>
  ) {
    self.request = request
    self.redaction = redaction
    self.complete = complete
    self.progress = ProgressMeter(progress)
    self.reply = reply
  }

  func prepare() throws(Fault) -> Bool {
    complete.remove(request.partPath)
    guard let state = ResumeState.read(besidePart: request.partPath) else { return true }
    let size = PartFile.size(at: request.partPath)
    let plan = ResumePlan(
      state: state, partSize: size, url: request.url, byteCount: request.byteCount,
      bootID: ResumeState.currentBootID)
    if plan == .fresh { return true }
    base = (state, size)
    guard plan == .complete else { return true }
    try takeWhole()
    return false
  }

  private var claim: ResumeClaim? {
    base.map {
      ResumeClaim(offset: $0.size, total: $0.state.total, validator: $0.state.validator)
    }
  }

  var offset: Int64 { base?.size ?? 0 }

  var conditions: [HTTPHeader] {
    guard let claim else { return [] }
    // Range as a header instead of CURLOPT_RESUME_FROM, which turns a legal 200 into a failure.
    return [
      HTTPHeader("Range", "bytes=\(claim.offset)-"),
      HTTPHeader("If-Range", claim.validator.value),
    ]
  }

  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance {
    let now = Int(Date().timeIntervalSince1970)
    switch ResumeDecision(head, claim: claim, now: now) {
    case .startOver:
      try startOver(head, from: address)
      return .receive
    case .append(let end, let total):
      try append(upTo: end, of: total)
      return .receive
    case .alreadyComplete:
      try takeWhole()
      return .ignore
    case .askAgain(let reason):
      base = nil
      return .askAgain(because: reason)
    case .refuse(let fault):
      throw fault
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard let writer else { return }
    try writer.receive(bytes)
    progress.tell(received: writer.byteCount, expected: writer.total)
  }

  func finish(from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?) throws(Fault)
  {
    try writer?.finish()
    let isProven = isWhole || isSelfDelimited || writer?.total != nil
    guard let byteCount = writer?.byteCount ?? base?.size else { throw .noFile }
    let download = Download(
      byteCount: byteCount, bytesFetched: writer?.fetched ?? 0, isLengthProven: isProven,
      headers: headers, exchange: exchange)
    if let state = writer?.state {
      complete.add(request.partPath, state, byteCount: byteCount)
    }
    // Close the file before the caller learns of its end and may open it.
    writer = nil
    guard let md5 else { return reply(.success(download)) }
    FinishedPart(path: request.partPath, download: download, md5: md5).prove { [reply, redaction] in
      reply($0.mapError { TransferError($0, at: address.place, redacting: redaction) })
    }
  }

  func keep() throws(Fault) { try writer?.remember() }

  func leave() {
    // The job's result matters more than a failed write of the state.
    try? keep()
    writer = nil
  }

  func fail(_ error: TransferError) {
    leave()
    reply(.failure(error))
  }
}

/// The three ways to get the bytes of a part.
extension PartReceiver {
  private func takeWhole() throws(Fault) {
    guard let base else { throw .noFile }
    try checkCeiling(base.size)
    (headers, md5) = (base.state.headers, base.state.md5)
    isWhole = true
  }

  private func append(upTo end: Int64, of total: Int64) throws(Fault) {
    guard let base else { throw .noFile }
    try checkCeiling(total)
    (headers, md5) = (base.state.headers, base.state.md5)
    let file = try PartFile.append(at: request.partPath, offset: base.size)
    writer = PartWriter(request, goingOn: file, end: end, total: total)
  }

  private func startOver(_ head: ResponseHead, from address: Address) throws(Fault) {
    let promise = try BodyPromise(head, byteCount: request.byteCount)
    try checkCeiling(promise.total ?? 0)
    (headers, md5) = (head.headers, promise.md5)
    base = nil
    let state = ResumeState(
      url: request.url, head: head, total: promise.total, md5: promise.md5,
      bootID: ResumeState.currentBootID)
    writer = PartWriter(request, from: address.url, beginningWith: state, total: promise.total)
  }

  private func checkCeiling(_ total: Int64) throws(Fault) {
    guard total <= request.maximumBytes else { throw .tooLarge(request.maximumBytes) }
  }
}

extension Fault {
  fileprivate static var noFile: Fault { Fault(.protocolError, "the server sends no file") }

  static func tooLarge(_ limit: Int64) -> Fault {
    Fault(.tooLarge, "the file is longer than \(limit) bytes")
  }
}
