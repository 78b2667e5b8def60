import TestSupport
import Testing

@Suite("a limit of open files (ulimit -n) that is too low")
struct OpenFilesTests {
  private func sync(
    _ options: [String], _ session: Session, openFiles: Int
  ) async throws -> CommandRun {
    // What other tests have open, and it would inherit, counts as well.
    let command = """
      for file in /proc/self/fd/*; do file=${file##*/}; ((file < 3)) || eval "exec $file>&-"; done
      ulimit -n "$0" && exec "$@"
      """
    let words = ["sync", "--size", "640", "--progress", "none", "flickr:recent", "photos"]
    return try await CommandRun.run(
      "/bin/bash",
      ["-c", command, String(openFiles), BuiltProducts.path("photomirror")] + words + options,
      environment: session.environment, workingDirectory: session.folder.path)
  }

  @Test("is told as what it is, with what to do; with more the same command completes")
  func told() async throws {
    let session = try await Session("--photos", "60", "--pictures", "8")
    let run = try await sync(["--jobs", "16"], session, openFiles: 24)
    #expect(run.exitCode == 4)
    #expect(
      run.errors.hasSuffix(
        """
        : too many open files
        hint: lower --jobs, or allow more open files (ulimit -n)

        """))
    try await sync(["--jobs", "16"], session, openFiles: 256).expect(exits: 0)
    #expect(session.mirror().photos.count == 60 && session.mirror().flaws() == [])
  }

  @Test("is not told as a site that cannot be reached")
  func connections() async throws {
    let session = try await Session("--photos", "60", "--pictures", "8")
    let run = try await sync(["--jobs", "16"], session, openFiles: 18)
    #expect(run.errors.contains(": too many open files\nhint: lower --jobs, or allow more"))
  }
}
