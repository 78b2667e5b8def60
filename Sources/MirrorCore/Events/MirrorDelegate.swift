/// Is told what a run does. Every method has an empty default.
///
/// Calls come one at a time, in order, on a thread of the run's own: an implementation needs no
/// lock against other calls, may block without slowing the transfers, and must not wait for the run.
public protocol MirrorDelegate: AnyObject, Sendable {
  /// The run begins; the first call.
  func mirrorDidStart(_ run: RunFacts)
  /// A page of the listing was read.
  func mirrorDidList(_ page: PageFacts)
  /// A photo's transfer began or moved on: `received` is 0 at first. At most ten a second each.
  func mirrorDidProgress(_ progress: ProgressFacts)
  /// An attempt failed; another follows after a delay.
  func mirrorWillRetry(_ retry: RetryFacts)
  /// A photo came to its end, whatever it is.
  func mirrorDidEnd(_ photo: PhotoFacts, _ result: PhotoResult)
  /// The run decided something, or, where it is verbose, did something.
  func mirrorDidNote(_ note: NoteFacts)
  /// The run is over; the last call.
  func mirrorDidFinish(_ summary: MirrorSummary)
}

extension MirrorDelegate {
  public func mirrorDidStart(_ run: RunFacts) {}
  public func mirrorDidList(_ page: PageFacts) {}
  public func mirrorDidProgress(_ progress: ProgressFacts) {}
  public func mirrorWillRetry(_ retry: RetryFacts) {}
  public func mirrorDidEnd(_ photo: PhotoFacts, _ result: PhotoResult) {}
  public func mirrorDidNote(_ note: NoteFacts) {}
  public func mirrorDidFinish(_ summary: MirrorSummary) {}
}
