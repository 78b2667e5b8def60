import Glibc
import ProviderKit
import SystemCalls

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
  package init(_ failure: ProviderFailure) {
    let code = failure.code.map { " (code \($0))" } ?? ""
    // The same command would fail the same way.
    let hint = failure.kind == .setting ? "'photomirror providers' shows the settings" : nil
    self = .source(
      failure.message + code, hint: failure.hint ?? hint, isPassing: failure.kind == .retryLater)
  }

  /// A system call that failed on a file of the mirror.
  package static func file(_ doing: String, _ path: String, errno code: Int32) -> MirrorError {
    .directory(
      "cannot \(doing) \(path): \(SystemError(code).reason)", hint: hint(errno: code))
  }

  /// What a person can do about a failed system call.
  package static func hint(errno code: Int32) -> String? {
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
  package static func isFatal(errno code: Int32) -> Bool {
    ![EEXIST, EISDIR, ELOOP, EBUSY, EFBIG, EINVAL, ENOTSUP].contains(code)
  }
}
