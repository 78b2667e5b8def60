import MirrorCore
import Transfer

/// Why a request to an object store failed.
struct StoreError: Error, Sendable {
  /// What the failure means for the mirror.
  enum Kind: Sendable, Hashable {
    /// There is no such object.
    case missing
    /// An object has the name already.
    case exists
    /// There is no such multipart upload any more.
    case noUpload
    /// The server does not offer the request.
    case unsupported
    /// Only this name, or this object, is refused.
    case entry
    /// The credentials are missing, wrong or expired.
    case denied
    /// The credentials, or a lock, do not allow the request.
    case forbidden
    /// Deletions are not allowed.
    case undeletable
    /// The body is not the one that the headers describe.
    case mismatch
    /// A longer object than allowed.
    case tooLarge
    /// The machine's own clock, disk or address.
    case other
  }

  let kind: Kind
  /// A clause in lower case without a period, without secrets.
  let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  init(_ error: TransferError) {
    self.init(error.kind == .tooLarge ? .tooLarge : .other, error.message)
  }
}

extension StoreError {
  /// The error of an answer.
  init(_ answer: StoreAnswer, _ code: String, _ said: String) {
    let reason = said.isEmpty ? "" : ": \(said)"
    self.init(
      Self.kind(code, status: answer.status),
      "the store answers \(code.isEmpty ? "status \(answer.status)" : code)\(reason)")
  }

  private static func kind(_ code: String, status: Int) -> Kind {
    switch code {
    case "NoSuchKey": .missing
    case "NoSuchUpload": .noUpload
    case "PreconditionFailed": .exists
    case "NotImplemented", "MethodNotAllowed": .unsupported
    case "KeyTooLongError", "InvalidURI", "EntityTooLarge", "InvalidObjectName",
      "InvalidObjectState":
      .entry
    case "AccessDenied", "ObjectLocked": .forbidden
    case "BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch": .mismatch
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken",
      "TokenRefreshRequired":
      .denied
    case "NoSuchBucket": .other
    default:
      switch status {
      case 404 where code.isEmpty: .missing
      case 412: .exists
      case 501, 405: .unsupported
      case 403: .forbidden
      default: .other
      }
    }
  }
}

extension StorageError {
  /// - Parameters:
  ///   - doing: Completes "cannot".
  ///   - place: What the request concerned.
  init(_ error: StoreError, _ doing: String, _ place: String) {
    let problem: DirectoryProblem =
      switch error.kind {
      case .denied, .forbidden: .storeCredentials
      default: .store
      }
    self.init(
      .directory("cannot \(doing) \(place): \(error.message)", problem),
      isOfEntry: [.entry, .exists, .missing, .tooLarge, .undeletable].contains(error.kind))
  }
}
