import Glibc
import ProviderKit
import SystemCalls

/// An error that stops the complete run. The failure of a single photo is a ``PhotoResult``.
///
/// The message says what failed and why. The caller derives its advice from the problem.
public enum MirrorError: Error, Sendable, Hashable {
  /// The feed cannot be read.
  case source(String, SourceProblem = .other)
  /// The mirror's directory cannot be used.
  case directory(String, DirectoryProblem = .other)

  /// A sentence in lower case without a period.
  public var message: String {
    switch self {
    case .source(let message, _), .directory(let message, _): message
    }
  }

  /// Whether the same run is likely to get further later, without any change by the user.
  public var isPassing: Bool {
    switch self {
    case .source(_, .passing), .source(_, .hostBusy), .source(_, .provider(_, isPassing: true)):
      true
    case .source, .directory: false
    }
  }
}

/// Why a source fails.
public enum SourceProblem: Sendable, Hashable {
  case other
  /// The same run may succeed later.
  case passing
  /// Other workers have all transfers that the host allows.
  case hostBusy
  /// The server's certificate is not trusted.
  case certificate
  /// The proxy is invalid, or refuses requests.
  case proxy
  /// A setting of the provider is missing or invalid, with the provider's hint.
  case setting(String?)
  /// The provider's own advice.
  case provider(hint: String, isPassing: Bool)
}

/// Why a directory cannot be used.
public enum DirectoryProblem: Sendable, Hashable {
  case other
  case damagedCatalog
  /// The database has no catalog.
  case noCatalog
  /// There is no usable snapshot of the catalog of the mirror in this directory.
  case noSnapshot(String)
  /// The catalog belongs to another program.
  case foreignCatalog
  /// A file of the mirror has a second name.
  case linkedFile
  /// The catalog was written by a newer version of this program.
  case otherVersion
  /// The catalog is empty or was written by an older version, and only a run can write to it.
  case outdatedCatalog
  /// The catalog's server cannot be reached.
  case unreachableCatalog
  /// The catalog's server refuses the user, the database or the connection.
  case catalogAccess
  /// The mirror's catalog is elsewhere.
  case otherCatalog
  /// The mirror's catalog is in its directory, and not elsewhere.
  case ownCatalog
  /// The mirror uses a copy of the catalog.
  case movedCatalog
  /// The catalog is a copy that is not complete.
  case unfinishedCatalog
  /// Another process is using the catalog.
  case busyCatalog
  /// Another run is writing to the directory.
  case locked
  /// Another file is in the way.
  case occupied
  /// A directory is a symbolic link, which could lead out of the mirror.
  case link
  /// The file system has no links of the wanted kind.
  case noLinks
  /// Less space is free than must stay free, in bytes.
  case lowSpace(free: Int64, minimum: Int64)
  /// The object store refuses a request, or cannot be reached.
  case store
  /// The credentials for the object store are missing or refused.
  case storeCredentials
  /// The user's name or password for a WebDAV server is missing or refused.
  case storePassword
  /// A password would be sent to this host without TLS.
  case clearText(host: String)
  /// The mirror stores its photos elsewhere.
  case otherStore
  /// The place has not the photos of this mirror.
  case otherMirror
  /// Most of the files of a mirror are missing, and a run would fetch their photos again.
  case filesGone
  /// The catalog is missing, but not its snapshots, and a run would begin a new one.
  case catalogGone
  /// The mirror's catalog names an object store that the user has not named.
  case unknownStore(StoreLocation)
  /// The photos are in an object store, which the call does not support.
  case remoteStore
  /// The photos are in a directory, and the call is for an object store.
  case localFiles
  /// The directory has something else than a copy of the mirror.
  case notACopy
  /// There is no mirror in the directory.
  case notAMirror(String)
  /// A system call failed.
  case system(errno: Int32)
}

extension MirrorError {
  package init(_ failure: ProviderFailure) {
    // A status of HTTP is in the message already.
    let code = failure.code.flatMap { code in
      failure.message.contains("status \(code)") ? nil : " (code \(code))"
    }
    let isPassing = failure.kind == .retryLater
    let problem: SourceProblem =
      switch (failure.kind, failure.hint) {
      case (.setting, let hint): .setting(hint)
      case (_, let hint?): .provider(hint: hint, isPassing: isPassing)
      case (_, nil): isPassing ? .passing : .other
      }
    self = .source(failure.message + (code ?? ""), problem)
  }

  /// A failed system call on a file of the mirror.
  package static func file(_ doing: String, _ path: String, errno code: Int32) -> MirrorError {
    // The system's text, "Too many levels of symbolic links", says that of more than one.
    let reason = code == ELOOP ? "a symbolic link is in its path" : SystemError(code).reason
    return .directory("cannot \(doing) \(path): \(reason)", .system(errno: code))
  }

  /// The codes for a folder or file that may not be written.
  package static let unwritable = [EACCES, EPERM, EROFS]

  /// Whether it says that a folder or file may not be written.
  var isUnwritable: Bool {
    if case .directory(_, .system(let code)) = self {
      Self.unwritable.contains(code)
    } else {
      false
    }
  }

  /// Whether a failed file operation stops the run. The other codes concern one file: its name is taken by
  /// something else, it has another writer, or it is too large.
  package static func isFatal(errno code: Int32) -> Bool {
    ![EEXIST, EISDIR, ELOOP, EBUSY, EFBIG, EINVAL, ENOTSUP].contains(code)
  }
}
