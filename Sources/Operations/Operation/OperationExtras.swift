/// What few operations have, so that the others need no room for it.
final class OperationExtras {
  /// The slot that it may lend, once somebody inside asked for it.
  var place: Place?
  /// Tasks that wait until `cancel()` reaches them.
  var whenAdopted: [UnsafeContinuation<Void, Never>] = []
  var whenOver: [@Sendable () -> Void] = []
  var observers: [ObserverLine] = []
  var requirements: OperationRequirements?
}
