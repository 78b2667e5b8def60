import Foundation
import Redaction

/// Receives the result of a job: called exactly once, normally on the engine's thread.
typealias Reply<Value: Sendable> = @Sendable (Result<Value, TransferError>) -> Void

/// Receives the response of a job and reports its result. Belongs to the engine's thread; one for
/// each job, kept across redirects.
protocol BodyReceiver: AnyObject {
  /// Checks what is already stored. False if no request is needed: then call `finish`.
  func prepare() throws(Fault) -> Bool
  /// Offset in the file at which the request begins.
  var offset: Int64 { get }
  /// Headers in addition to the caller's.
  var conditions: [HTTPHeader] { get }
  /// Whether libcurl is to decode the body.
  var decodes: Bool { get }
  /// Takes the headers of the final response, before its body.
  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance
  /// Takes more of an accepted body, in order. A fault that `asksAgain` repeats the request, here and in `finish`.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault)
  /// Makes what arrived so far survive a kill. Called while a body arrives, some time after its
  /// first bytes.
  func keep() throws(Fault)
  /// Ends without a result: another receiver resumes. This is the last call.
  func leave()
  /// Reports the result if everything promised arrived; otherwise throws, and `fail` is to be
  /// called.
  /// - Parameters:
  ///   - address: target of the last redirect.
  ///   - isSelfDelimited: whether the body marked its own end.
  ///   - exchange: times of the request; nil if there was none.
  func finish(from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?) throws(Fault)
  /// Reports a failure. This or a `finish` that does not throw is the last call.
  func fail(_ error: TransferError)
}

/// What to do with a response's body.
enum Acceptance: Equatable {
  case receive
  /// The body is not needed, and this is no failure.
  case ignore
  /// The request is sent once more with the receiver's new conditions.
  case askAgain(because: String)
}

/// Collects an answer in memory.
final class AnswerReceiver: BodyReceiver {
  private let request: TransferRequest
  private let redaction: Redaction
  private let reply: Reply<TransferAnswer>
  private var head = ResponseHead()
  private var body: [UInt8] = []

  init(
    _ request: TransferRequest, _ redaction: Redaction, reply: @escaping Reply<TransferAnswer>
  ) {
    self.redaction = redaction
    self.request = request
    self.reply = reply
  }

  var offset: Int64 { 0 }

  var conditions: [HTTPHeader] { [] }

  var decodes: Bool { request.acceptsCompression }

  func prepare() -> Bool { true }

  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance {
    self.head = head
    // The length of an answer to HEAD is that of a body which is not sent.
    if request.method != .head, let length = try head.contentLength() {
      guard length <= request.maximumBytes else { throw tooLarge }
    }
    return .receive
  }

  /// Counts itself, because libcurl's limit considers only Content-Length.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard body.count + bytes.count <= request.maximumBytes else { throw tooLarge }
    body.append(contentsOf: bytes)
  }

  func keep() {}

  func leave() {}

  func finish(
    from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?
  ) throws(Fault) {
    if request.expandsFiles {
      body = try GzipFile.content(of: body, limit: request.maximumBytes)
    }
    reply(
      .success(
        TransferAnswer(
          status: head.status, headers: head.headers, body: body, effectiveURL: address.url,
          failure: failure(at: address))))
  }

  private func failure(at address: Address) -> TransferError? {
    let kind = TransferError.Kind.status(head.status)
    // An answer that is not ready yet says when it may be (RFC 9110, 15.3.3).
    let isLater = head.status == 202 && head.headers.first("retry-after") != nil
    guard
      isLater || kind.isTransient && head.status != 202
        || !(200..<300).contains(head.status) && head.status < 400
    else {
      return nil
    }
    let fault = Fault(
      kind, "status \(head.status)", retryAfter: head.retryAfter(now: Int(time(nil))))
    return TransferError(fault, at: address.place, redacting: redaction)
  }

  func fail(_ error: TransferError) { reply(.failure(error)) }

  private var tooLarge: Fault {
    Fault(.tooLarge, "the answer is longer than \(request.maximumBytes) bytes")
  }
}
