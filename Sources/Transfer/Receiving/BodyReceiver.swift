import Foundation

/// Takes in what a response brings, and answers the one who asked. Lives on the engine's thread; one
/// for each job, kept through redirects.
protocol BodyReceiver: AnyObject {
  /// Looks at what is already there. False: nothing need be asked, call `finish`.
  func prepare() throws(Fault) -> Bool
  /// Where in the file the request begins.
  var offset: Int64 { get }
  /// What the request says beyond the caller's headers.
  var conditions: [HTTPHeader] { get }
  /// The last response's headers, before any of its body.
  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance
  /// More of an accepted body, in order.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault)
  /// Makes sure that what came so far would outlast a kill. Called while a body comes in, some time
  /// after its first bytes.
  func keep() throws(Fault)
  /// Answers nobody: another receiver goes on with what came. Then this is the last call.
  func leave()
  /// Answers, if everything that was promised has come; otherwise throws, and `fail` is still to be
  /// called.
  /// - Parameters:
  ///   - address: where the last redirect led.
  ///   - isSelfDelimited: the body carried its own end.
  ///   - exchange: what the request took; nil where none was made.
  func finish(from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?) throws(Fault)
  /// Answers with a failure. This or a `finish` that does not throw is the last call.
  func fail(_ error: TransferError)
}

/// What is to happen with a response's body.
enum Acceptance: Equatable {
  case receive
  /// It is of no use, and the response is not a failure for it.
  case ignore
  /// The request is made once more with the receiver's new conditions.
  case askAgain(because: String)
}

/// Holds an answer in memory.
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

  func prepare() -> Bool { true }

  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance {
    self.head = head
    if let length = try head.contentLength() {
      guard length <= request.maximumBytes else { throw tooLarge }
    }
    return .receive
  }

  /// Counts here, because libcurl's own limit only looks at Content-Length.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard body.count + bytes.count <= request.maximumBytes else { throw tooLarge }
    body.append(contentsOf: bytes)
  }

  func keep() {}

  func leave() {}

  func finish(from address: Address, isSelfDelimited: Bool, exchange: ExchangeFacts?) {
    reply(
      .success(
        TransferAnswer(
          status: head.status, headers: head.headers, body: body, effectiveURL: address.url,
          failure: failure(at: address))))
  }

  private func failure(at address: Address) -> TransferError? {
    let kind = TransferError.Kind.status(head.status)
    guard kind.isTransient || !(200..<300).contains(head.status) && head.status < 400 else {
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
