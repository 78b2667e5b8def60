import Configuration
import Glibc
import SystemCalls

/// Which mirrors of the configuration have been in which directories, so that a run does not take the folder
/// beneath a disk that is not mounted for a new mirror.
///
/// A file for each mirror, `mirrors/NAME` in the user's state folder (XDG Base Directory Specification), with the
/// path of its directory.
struct KnownMirrors {
  let folder: String

  /// Nil if neither XDG_STATE_HOME nor HOME names a folder.
  init?(_ environment: [String: String]) {
    guard let folder = StateFolder.path("mirrors", environment) else { return nil }
    self.folder = folder
  }

  /// Makes the folder, so that the process can be restricted to it. A failure shows when a file is written.
  func prepare() { StateFolder.make(folder) }

  /// Whether the mirror was in the directory when it was last run.
  func has(_ name: String, in directory: String) -> Bool {
    SmallFile.text(of: "\(folder)/\(name)", atMost: 8192) == directory + "\n"
  }

  func note(_ name: String, in directory: String) {
    guard !has(name, in: directory) else { return }
    // Without the record, only this protection is missing.
    try? SmallFile.replace("\(folder)/\(name)", with: Array("\(directory)\n".utf8))
  }
}

/// Whether a run may make a new mirror in a directory.
enum NewMirrorCheck {
  static func isMirror(_ directory: String) -> Bool {
    FileStatus(following: directory + "/.photomirror") != nil
  }

  /// - Parameter name: Nil for a directory that the command line gives.
  /// - Throws: If the directory's disk does not seem to be mounted.
  static func run(
    _ directory: String, name: String?, known: KnownMirrors?
  ) throws(CommandFailure) {
    guard !isMirror(directory) else { return }
    if let point = MountTable.unmounted(above: directory) {
      throw CommandFailure(
        .directoryFailed, "\(point) of /etc/fstab is not mounted, and \(directory) is below it",
        hints: ["mount it, or give --new to make a mirror in the folder beneath"])
    }
    guard let name, known?.has(name, in: directory) == true else { return }
    throw CommandFailure(
      .directoryFailed, "the mirror '\(name)' is no longer in \(directory)",
      hints: ["mount its disk, or give --new to make a new mirror there"])
  }
}
