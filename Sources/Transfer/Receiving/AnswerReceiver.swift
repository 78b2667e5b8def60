import Foundation
import Redaction

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
