import Console
import Foundation
import Mirroring
import SystemCalls

/// Checks of a mirror's directory, on the calling thread. Test files are in a folder of their own, which is
/// removed.
struct FolderChecks {
  let mirror: Mirror
  let minimumFree: Int64

  private var directory: String { mirror.path }

  func run() -> [Diagnosis] {
    let unmounted = MountTable.unmounted(above: directory)
    if let unmounted {
      return [
        .failure(
          "disk", "\(unmounted) of /etc/fstab is not mounted, and \(directory) is below it",
          hint: "mount it before the next run, which would write into the folder beneath")
      ]
    }
    guard let status = FileStatus(following: directory) else {
      return [
        mounted(Self.existing(above: directory)),
        .ok("directory", "\(directory) does not exist yet; the first run makes it"),
      ] + checks(in: Self.existing(above: directory))
    }
    guard status.isDirectory else {
      return [
        .failure("directory", "\(directory) is not a directory", hint: "choose another place")
      ]
    }
    return [mounted(directory)] + checks(in: directory) + [catalog]
  }

  private func mounted(_ folder: String) -> Diagnosis {
    .ok("disk", "\(MountTable.point(above: folder)) is mounted")
  }

  private func checks(in folder: String) -> [Diagnosis] {
    guard let probe = ProbeFolder(in: folder) else {
      let reason = SystemError().reason
      return [
        .failure(
          "directory", "\(folder) is not writable: \(reason)", hint: "change its owner or its mode")
      ]
    }
    defer { probe.remove() }
    return [
      free(probe), .ok("directory", "\(folder) is writable"), links(probe), names(probe),
      sync(probe),
    ]
  }

  private func free(_ probe: ProbeFolder) -> Diagnosis {
    guard let bytes = probe.freeBytes else {
      return .warning("free space", "unknown", hint: "check the disk yourself")
    }
    let text = Quantity.bytes(bytes)
    guard bytes > minimumFree else {
      return .failure(
        "free space", "\(text), less than --min-free (\(Quantity.bytes(minimumFree)))",
        hint: "free some space, or lower --min-free")
    }
    return .ok("free space", text)
  }

  private func links(_ probe: ProbeFolder) -> Diagnosis {
    let (hard, symbolic) = (probe.linksHard(), probe.linksSymbolic())
    guard hard, symbolic else {
      let lacking = [hard ? nil : "hard links", symbolic ? nil : "symbolic links"].compactMap(
        \.self)
      return .warning(
        "links", "the file system has no \(lacking.joined(separator: " and no "))",
        hint: "--dedupe link and --albums links or hardlinks fail here; --albums lists works")
    }
    return .ok("links", "hard and symbolic")
  }

  private func names(_ probe: ProbeFolder) -> Diagnosis {
    guard probe.makes(String(repeating: "n", count: 160)) else {
      return .failure(
        "names", "the file system refuses names of 160 bytes", hint: "choose another file system")
    }
    let cases =
      probe.makes("case") && probe.makes("CASE") ? "" : ", upper and lower case are the same"
    let long = probe.makes(String(repeating: "n", count: 255)) ? "255" : "160"
    return .ok("names", "up to \(long) bytes\(cases)")
  }

  private func sync(_ probe: ProbeFolder) -> Diagnosis {
    guard let milliseconds = probe.syncTime() else {
      return .failure("sync", "fsync fails: \(SystemError().reason)", hint: "check the disk")
    }
    let text = "\(milliseconds) ms for a file"
    guard milliseconds < 200 else {
      return .warning(
        "sync", text, hint: "photos are synced in groups; small ones are stored slowly here")
    }
    return .ok("sync", text)
  }

  private var catalog: Diagnosis {
    do {
      let status = try MirrorStatus(of: mirror)
      let photos = status.sources.reduce(0) { $0 + $1.mirrored }
      return .ok("catalog", Quantity.count(photos, of: "photo"))
    } catch {
      guard FileStatus(of: directory + "/.photomirror") != nil else {
        return .ok("catalog", "not a mirror yet")
      }
      return .failure("catalog", error.report.text, hint: error.report.hints.first)
    }
  }

  private static func existing(above path: String) -> String {
    var url = URL(filePath: path).absoluteURL
    while url.path() != "/", FileStatus(following: url.path(percentEncoded: false)) == nil {
      url.deleteLastPathComponent()
    }
    let existing = url.path(percentEncoded: false)
    return existing.count > 1 && existing.hasSuffix("/") ? String(existing.dropLast()) : existing
  }
}
