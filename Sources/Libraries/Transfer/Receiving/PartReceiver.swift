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
  /// What the response states of the body, while that is received as it is.
  private var coding = ContentCoding.plain
  /// Whether the server codes the file, although it was asked for as it is: then libcurl decodes it.
  private(set) var decodes = false
  /// Whether the body is taken as it is, although the response states a coding.
  private var isUnclear = false
  /// Whether the response had a length, be it that of a coded body.
  private var hasLength = false

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
    if [200, 203].contains(head.status), ContentCoding(head) != .plain {
      try startOver(coded: head, from: address)
      return .receive
    }
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
    try checkingCoding { () throws(Fault) in try writer.receive(bytes) }
    progress.tell(received: writer.byteCount, expected: writer.total)
  }

  func finish(from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?) throws(Fault)
  {
    try checkingCoding { () throws(Fault) in
      try writer?.finish(isWhole: isSelfDelimited || hasLength)
    }
    try checkUnclear()
    let isProven = isWhole || isSelfDelimited || hasLength || writer?.total != nil
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

/// Bodies with a content coding that was not asked for. Such a part is not resumed: its bytes are not those that the
/// server counts.
extension PartReceiver {
  /// Bytes that are a picture are taken as they are, whatever coding the server states. Others are requested again and
  /// decoded: only libcurl can, and only from their first byte.
  private func startOver(coded head: ResponseHead, from address: Address) throws(Fault) {
    let stated = ContentCoding(head)
    var request = request
    if decodes {
      guard case .decodable = stated else { throw .encoded(stated.name ?? "") }
    } else {
      coding = stated
      let refusing = request.refusing
      request.refusing = { bytes, address in
        guard let refusing else { return "nobody knows what they are" }
        return refusing(bytes, address)
      }
    }
    let promise = try BodyPromise(
      head, of: decodes ? .coded : .unclear, byteCount: request.byteCount)
    try checkCeiling(promise.total ?? 0)
    (headers, md5, base) = (head.headers, promise.md5, nil)
    (hasLength, isUnclear) = (try head.contentLength() != nil, !decodes)
    writer = PartWriter(request, from: address.url, beginningWith: nil, total: promise.total)
  }

  /// Compares a body that was taken as it is, whatever its response states, with the listing's promise.
  private func checkUnclear() throws(Fault) {
    guard isUnclear, let promised = request.byteCount, let writer, writer.byteCount != promised
    else { return }
    let count = writer.byteCount
    writer.discard()
    throw Fault(
      .inconsistent, "the body has \(count) bytes, but the listing says \(promised)")
  }

  private func checkingCoding(_ body: () throws(Fault) -> Void) throws(Fault) {
    do {
      try body()
      if let writer, writer.byteCount > 0 { coding = .plain }
    } catch {
      guard error.kind == .refused, let name = coding.name else { throw error }
      guard case .decodable = coding else { throw .encoded(name) }
      (coding, decodes, writer) = (.plain, true, nil)
      var again = Fault(.refused, "the file is encoded as '\(name)'")
      again.asksAgain = true
      throw again
    }
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
    (coding, isUnclear) = (.plain, false)
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
