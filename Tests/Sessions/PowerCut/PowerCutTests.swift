import Foundation
import TestSupport
import Testing

/// Records the system calls of a run with strace(1), computes what a disk may hold after a power cut at any
/// moment, and continues from there.
@Suite("A mirror after a power cut", .serialized)
struct PowerCutTests {
  /// `Tests/Programs/powercut` requests more cuts, and repeats those of a failed run by their seed.
  private static let cuts = number("PHOTOMIRROR_CUTS") ?? 5
  private static let seed = UInt64(number("PHOTOMIRROR_SEED") ?? .random(in: 0...9999))

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test("After a power cut no file is short, no record lacks its file, and the next run completes")
  func cuts() async throws {
    var dice = SeededGenerator(seed: Self.seed)
    let server = try await ServerProcess(
      ["--photos", "24", "--pictures", "8"], deadline: .seconds(3600))
    let options = ["--size", "240", "--jobs", "4"]
    let recorded = try MirrorCommand(server, options: options)
    let disk = try await record(recorded)
    let whole = try recorded.files
    try #require(whole.photos.count == 24)
    for _ in 0..<Self.cuts {
      let cut = PowerCut(of: disk, using: &dice)
      let command = try MirrorCommand(server, options: options)
      try cut.restore(disk, to: command.directory.path)
      try await check(command, whole, "seed \(Self.seed): \(cut)")
    }
    print("power cuts: \(Self.cuts) in \(disk.changes.count) changes, seed \(Self.seed)")
  }

  /// Runs the command, and returns what it did to its folder.
  private func record(_ command: MirrorCommand) async throws -> RecordedDisk {
    let traces = try TemporaryDirectory()
    let run = try await command.run(
      under: [
        // strace(1) of an ordinary user cannot read the bytes of a closed memory.
        "/usr/bin/env", "PHOTOMIRROR_DUMPABLE=1", "strace", "-ff", "-ttt", "-T", "-xx", "-s",
        "33554432", "-z", "-o",
        traces.appending("calls"), "-e", "trace=" + SystemCallLog.names.joined(separator: ","),
      ])
    try #require(run.exitCode == 0, "\(run.errors)")
    let disk = try RecordedDisk(SystemCallLog(folder: traces.path), root: command.directory.path)
    // The recording is complete if everything kept gives the files that are there.
    let copy = try TemporaryDirectory()
    var dice = SeededGenerator(seed: 0)
    var all = PowerCut(of: disk, using: &dice)
    while all.kept != .everything || all.moment < disk.changes.count {
      all = PowerCut(of: disk, using: &dice)
    }
    try all.restore(disk, to: copy.path)
    try #require(FileTree(copy.path).differences(from: command.files) == [])
    return disk
  }

  private func isUnsynced(_ command: MirrorCommand) -> Bool {
    FileManager.default.fileExists(atPath: command.directory.appending(".photomirror/unsynced"))
  }

  private func isOfCompanion(_ text: String) -> Bool {
    text.hasSuffix(".xmp") || text.contains(".photomirror/thumbnails/")
  }

  private func check(_ command: MirrorCommand, _ whole: FileTree, _ cut: String) async throws {
    if FileManager.default.fileExists(
      atPath: command.directory.appending(".photomirror/catalog.sqlite"))
    {
      let remains = try Remains(of: command.directory.path)
      var flaws = remains.flaws(against: whole)
      // Companions are made again if the mirror says that they may be incomplete.
      if isUnsynced(command) { flaws.removeAll(where: isOfCompanion) }
      try #require(flaws == [], "\(cut)")
    } else {
      var files = try command.files.files
      if isUnsynced(command) {
        files = files.filter { !isOfCompanion($0.key) }
      }
      try #require(files.keys.filter { whole.files[$0] != files[$0] } == [], "\(cut)")
    }
    let run = try await command.run()
    try #require(run.exitCode == 0, "\(cut): \(run.errors)")
    try #require(!isUnsynced(command), "\(cut)")
    let remains = try Remains(of: command.directory.path)
    try #require(remains.files.differences(from: whole) == [], "\(cut)")
    try #require(remains.recorded.sorted() == whole.photos, "\(cut)")
  }
}
