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
