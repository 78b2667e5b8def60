/// Receives the events of a run.
public protocol MirrorDelegate: AnyObject, Sendable {
  /// Called one event at a time, in order, on a thread of the run: an implementation needs no lock against
  /// other calls, and can block without slowing the transfers, but must not wait for the run.
  func mirror(didEmit event: MirrorEvent)
}
