import Foundation
import SystemCalls

/// The file systems that the machine mounts at its start (fstab(5)) and those that are mounted (proc(5)).
enum MountTable {
  /// The mount point of /etc/fstab that `path` is on or below and that is not mounted; nil if none.
  /// File systems that are mounted on demand (`noauto`, automount) count as well: a run needs them mounted.
  static func unmounted(
    above path: String, fstab: String = "/etc/fstab", mounts: String = "/proc/self/mounts"
  ) -> String? {
    let path = URL(filePath: path).absoluteURL.standardizedFileURL.path(percentEncoded: false)
    let mounted = Set(points(in: mounts))
    return points(in: fstab).first { point in
      point != "/" && point.hasPrefix("/") && (path == point || path.hasPrefix(point + "/"))
        && !mounted.contains(point)
    }
  }

  /// The mount point of the file system with a path that exists.
  static func point(above path: String, mounts: String = "/proc/self/mounts") -> String {
    let real = URL(filePath: path).absoluteURL.resolvingSymlinksInPath().path(percentEncoded: false)
    return points(in: mounts).filter { real == $0 || real.hasPrefix($0 + "/") }
      .max { $0.utf8.count < $1.utf8.count } ?? "/"
  }

  /// The second field of each line, unescaped.
  private static func points(in path: String) -> [String] {
    SmallFile.text(of: path).split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 1, !fields[0].hasPrefix("#") else { return nil }
      return String(fields[1]).replacing("\\040", with: " ").replacing("\\011", with: "\t")
        .replacing("\\134", with: "\\")
    }
  }
}
