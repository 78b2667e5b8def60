import Foundation
import TestSupport
import Testing

@Suite("A limit of the system (ulimit) that is too low")
struct SystemLimitsTests {
  /// - Parameter limit: a line of bash.
  private func sync(in session: Session, under limit: String) async throws -> CommandRun {
    // Open files of other tests would be inherited and count, too. A signal that was ignored at the
    // start stays ignored.
    let command = """
      for file in /proc/self/fd/*; do file=${file##*/}; ((file < 3)) || eval "exec $file>&-"; done
      \(limit) && exec "$0" "$@"
      """
    let words = "sync --jobs 16 --size 640 --progress none flickr:recent photos"
    return try await CommandRun.run(
      "/usr/bin/env",
      ["--default-signal=XFSZ", "bash", "-c", command, BuiltProducts.path("photomirror")]
        + words.split(separator: " ").map(String.init),
      environment: session.environment, workingDirectory: session.folder.path)
  }

  /// Open files with which a run begins, and cannot end: a decoder for each core has its own.
  private static let fewFiles = 22 + ProcessInfo.processInfo.activeProcessorCount

  @Test("Too few open files fail the run with what to do; with more it completes")
  func told() async throws {
    let session = try await Session("--photos", "60", "--pictures", "8")
    let run = try await sync(in: session, under: "ulimit -n \(Self.fewFiles)")
    #expect(run.exitCode == 4)
    #expect(
      run.errors.hasSuffix(
        """
        : Too many open files
        hint: lower --jobs, or allow more open files (ulimit -n)

        """))
    try await sync(in: session, under: "ulimit -n 256").expect(exits: 0)
    #expect(session.mirror().photos.count == 60 && session.mirror().flaws() == [])
  }

  @Test(
    "Too few open files are not reported as an unreachable site",
    arguments: [fewFiles, fewFiles + 1])
  func connections(openFiles: Int) async throws {
    let session = try await Session("--photos", "60", "--pictures", "8")
    let run = try await sync(in: session, under: "ulimit -n \(openFiles)")
    #expect(run.errors.contains(": Too many open files\nhint: lower --jobs, or allow more"))
    #expect(run.exitCode == 4)
  }

  @Test(
    "Too few open files at the start are reported before any request", arguments: [5, 17])
  func beginning(openFiles: Int) async throws {
    let session = try await Session("--photos", "3")
    try await sync(in: session, under: "ulimit -n \(openFiles)").expect(
      exits: 4,
      errors: """
        photomirror: error: cannot open … files: Too many open files
        hint: allow more open files (ulimit -n)
        """)
    #expect(try await session.server.stats().calls.isEmpty)
  }

  /// By memory, which limits root as well: each thread reserves a gigabyte for its stack.
  @Test("Too few threads are reported, and the command does not hang", arguments: [2, 8])
  func threads(count: Int) async throws {
    let session = try await Session("--photos", "3")
    let run = try await sync(
      in: session, under: "ulimit -S -s 1000000 && ulimit -v \((count + 1) * 1_000_000)")
    let lines = run.errors.split(separator: "\n")
    #expect(run.exitCode == 4 && lines.count == 2)
    #expect(lines.first?.hasPrefix("photomirror: error: cannot start ") == true)
    #expect(lines.first?.hasSuffix(" threads: Resource temporarily unavailable") == true)
    #expect(lines.last == "hint: allow more processes (ulimit -u) or memory (ulimit -v)")
    #expect(try await session.server.stats().calls.isEmpty)
  }

  @Test("A limit of file size fails the run; without it the command completes")
  func fileSize() async throws {
    let session = try await Session("--photos", "60", "--pictures", "8")
    let run = try await sync(in: session, under: "ulimit -f 64")
    #expect(run.exitCode == 4)
    #expect(
      run.errors.hasSuffix(
        """
        the catalog photos/.photomirror/catalog.sqlite cannot be used: File too large
        hint: allow larger files (ulimit -f); run the same command again to resume

        """))
    try await sync(in: session, under: "ulimit -f unlimited").expect(exits: 0)
    #expect(session.mirror().photos.count == 60 && session.mirror().flaws() == [])
  }
}
