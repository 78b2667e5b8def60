import Foundation
import SystemCalls

extension Error {
  /// The system's words, where it has said why.
  var systemReason: String {
    let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
    return cause.map { SystemError($0.code.rawValue).reason } ?? localizedDescription
  }
}
