import Catalog
import Glibc
import ProviderKit
import SystemCalls
import Transfer

/// What stops a whole run: one of two channels, the other being a photo's own failure.
public enum MirrorError: Error, Sendable, Hashable {
  /// The feed cannot be read. `isPassing`: the same run may succeed later.
  case source(String, hint: String? = nil, isPassing: Bool = false)
  /// The mirror's directory cannot be used.
  case directory(String, hint: String? = nil)

  public var message: String {
    switch self {
    case .source(let message, _, _), .directory(let message, _): message
    }
  }

  /// What the user can do about it.

  public var hint: String? {
    switch self {
    case .source(_, let hint, _), .directory(_, let hint): hint
    }
  }

  /// Whether the same run is likely to get further later, without any change by the user.
  public var isPassing: Bool {
    if case .source(_, _, let isPassing) = self { isPassing } else { false }
  }
}

extension MirrorError {
  init(_ error: CatalogError) {
    switch error.kind {
    case .damaged:
      self = .directory(
        error.message,
        hint: "move it away and sync again: the files that are there are taken over, not fetched")
    case .foreign: self = .directory(error.message, hint: "mirror into another directory")
    case .linked:
      self = .directory(
        error.message,
        hint: "where it was copied with links (cp -al), put a real copy in its place; "
          + "where somebody else prepared the directory, do not trust it")
    case .otherVersion:
      self = .directory(error.message, hint: "use the photomirror that wrote it, or a newer one")
    case .busy: self = .directory(error.message, hint: "wait for the other process, then go on")
    case .system(let code): self = .directory(error.message, hint: Self.hint(errno: code))
    case .outdated, .disk, .statement: self = .directory(error.message)
    }
  }

  init(_ error: TransferError) {
    switch error.kind {
    case .localFile(let code): self = .directory(error.message, hint: Self.hint(errno: code))
    case .tls:
      self = .source(
        error.message, hint: "a certificate authority of your own is named with --ca-file")
    case .proxy:
      self = .source(
        error.message,
        hint: "http_proxy, https_proxy and all_proxy take http://USER:PASSWORD@HOST:PORT")
    default: self = .source(error.message, isPassing: error.isTransient || error.kind == .hostDown)
    }
  }

  init(_ failure: ProviderFailure) {
    let code = failure.code.map { " (code \($0))" } ?? ""
    // The same command would fail the same way.
    let hint = failure.kind == .setting ? "'photomirror providers' shows the settings" : nil
    self = .source(
      failure.message + code, hint: failure.hint ?? hint, isPassing: failure.kind == .retryLater)
  }

  /// A system call that failed on a file of the mirror.
  static func file(_ doing: String, _ path: String, errno code: Int32) -> MirrorError {
    .directory(
      "cannot \(doing) \(path): \(SystemError(code).reason)", hint: hint(errno: code))
  }

  /// What a person can do about a failed system call.
  static func hint(errno code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "make room; the same command goes on where it stopped"
    case EFBIG: "allow larger files (ulimit -f); the same command goes on where it stopped"
    case EMFILE, ENFILE: "lower --jobs, or allow more open files (ulimit -n)"
    case EACCES, EPERM, EROFS: "choose a directory that you may write to"
    default: nil
    }
  }

  /// Whether every other photo would fail too after such an error of a file operation. It is of one
  /// file alone where something else stands in its place, it has another writer, or is too large.
  static func isFatal(errno code: Int32) -> Bool {
    ![EEXIST, EISDIR, ELOOP, EBUSY, EFBIG, EINVAL, ENOTSUP].contains(code)
  }
}
