/// State that few operations have, allocated when it is first needed.
///
/// Guarded by the operation's lock, as the rest of its state.
final class OperationExtras {
  /// The slot that it may lend, once work inside requested it.
  var place: Place?
  /// Tasks that wait until `cancel()` reaches them.
  var whenAdopted: [UnsafeContinuation<Void, Never>] = []
  var whenOver: [@Sendable () -> Void] = []
  var observers: [ObserverLine] = []
  var requirements: OperationRequirements?
}
