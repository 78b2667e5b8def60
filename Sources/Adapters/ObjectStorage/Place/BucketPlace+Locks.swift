import Foundation
import MirrorCore
import Transfer

extension BucketPlace {
  /// The headers that lock a new object, if the user asks for locks: a photo or a sidecar. The mirror's own folder, with
  /// the trash, thumbnails and snapshots, changes all the time.
  func lock(of key: String) -> [HTTPHeader] {
    guard let lock = client.location.lock, lock.mode != .none, !key.hasPrefix(".") else {
      return []
    }
    let end = client.signing.time + Int64(lock.days) * 86_400
    let date = Date(timeIntervalSince1970: TimeInterval(end)).formatted(.iso8601)
    return [
      HTTPHeader("x-amz-object-lock-mode", lock.mode.rawValue.uppercased()),
      HTTPHeader("x-amz-object-lock-retain-until-date", date),
    ]
  }
}
