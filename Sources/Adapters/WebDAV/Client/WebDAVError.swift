import MirrorCore
import Transfer

/// Why a request to a WebDAV server failed.
struct WebDAVError: Error, Sendable {
  /// What the failure means for the mirror.
  enum Kind: Sendable, Hashable {
    /// There is no such file.
    case missing
    /// Another file has the name.
    case exists
    /// A folder above the name is missing.
    case noFolder
    /// The server does not offer the method for this name: a folder that is to be made exists.
    case notAllowed
    /// Only this name, or this file, is refused.
    case entry
    /// Somebody has locked the file.
    case locked
    /// The user or the password is wrong.
    case denied
    /// The user may not do it.
    case forbidden
    /// A longer answer than allowed.
    case tooLarge
    /// The server has no room for more.
    case full
    /// The server fails, or ends its answer early, each time: with a file that it is asked for, its disk may be damaged.
    case broken
    /// The server, the network or this machine.
    case other
  }

  let kind: Kind
  /// A clause in lower case without a period, without secrets.
  let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  init(_ error: TransferError) {
    switch error.kind {
    case .tooLarge: self.init(.tooLarge, error.message)
    case .truncated: self.init(.broken, error.message)
    case .status(let status): self.init(status: status)
    default: self.init(.other, error.message)
    }
  }

  /// The error of an answer (RFC 4918, section 11; RFC 9110, section 15).
  init(status: Int) {
    let (kind, meaning): (Kind, String?) =
      switch status {
      case 207: (.entry, "a part of it failed")
      case 300..<400: (.other, "it leads to another address, which is not followed")
      case 400, 414: (.entry, "it does not take the name")
      case 401: (.denied, "the user or the password is wrong")
      case 403: (.forbidden, "the user may not do this")
      case 404, 410: (.missing, "there is no such file")
      case 405: (.notAllowed, nil)
      case 409: (.noFolder, "a folder is missing, or a file is in its place")
      case 412: (.exists, nil)
      case 413: (.entry, "the file is too large for it")
      case 423: (.locked, "the file is locked")
      case 500: (.broken, nil)
      case 507: (.full, "it has no room for more")
      default: (.other, nil)
      }
    self.init(
      kind, "the server answers status \(status)" + (meaning.map { ": \($0)" } ?? ""))
  }

  /// The same of a request for the bytes of one file.
  var ofReading: WebDAVError { kind == .broken ? WebDAVError(.entry, message) : self }

  /// Whether the same request may succeed later.
  static func mayPass(_ status: Int) -> Bool {
    [408, 423, 425, 429, 500, 502, 503, 504].contains(status)
  }
}

extension StorageError {
  /// - Parameters:
  ///   - doing: Completes "cannot".
  ///   - place: What the request concerned.
  init(_ error: WebDAVError, _ doing: String, _ place: String) {
    let problem = error.kind == .denied ? DirectoryProblem.storePassword : .store
    let ofEntry: [WebDAVError.Kind] = [
      .entry, .exists, .missing, .tooLarge, .locked, .noFolder, .notAllowed,
    ]
    self.init(
      .directory("cannot \(doing) \(place): \(error.message)", problem),
      isOfEntry: ofEntry.contains(error.kind))
  }
}
