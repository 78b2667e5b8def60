import Foundation
import TestSupport
import Testing

/// A program that lists by itself: what it writes, and what becomes of the listing.
@Suite("Providers that list by themselves", .serialized)
struct ListerTests {
  /// What a program does when it is asked for its listing, and what the run reports.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// In Python; `page(ids)` and `say(**members)` write lines.
    let listing: String
    /// A part of what the run says.
    let said: String
    let exitCode: Int32
    let photos: Int

    init(_ name: String, _ listing: String, _ said: String, exit: Int32 = 3, photos: Int = 0) {
      (testDescription, self.listing, self.said) = (name, listing, said)
      (exitCode, self.photos) = (exit, photos)
    }
  }

  private static let rows = [
    Row("a whole listing", "page(1, 2)\npage(3)\nsay(end={})", "mirrored 3", exit: 0, photos: 3),
    Row(
      "an end that says that the listing was cut short",
      #"page(1)\#nsay(end={"extent": "cut short", "missing": ["the site stops at 1"]})"#,
      "the site stops at 1", exit: 0, photos: 1),
    Row("no end", "page(1)", "did not finish its listing: it exited with status 0", photos: 1),
    Row("nothing at all", "", "did not finish its listing: it exited with status 0"),
    Row(
      "a failure in the middle",
      #"page(1)\#nsay(failure={"kind": "source", "message": "gone now"})"#,
      "gone now", photos: 1),
    Row("a crash", "page(1)\nos.kill(os.getpid(), 11)", "Segmentation fault", photos: 1),
    Row(
      "half a line", #"page(1)\#nsys.stdout.write('{"id": 2, "pa')"#, "exited with status 0",
      photos: 1),
    Row(
      "rubbish", "page(1)\nprint('hello', flush=True)\ntime.sleep(1000)",
      "a line that is not a page", photos: 1
    ),
    Row(
      "the answer to another question",
      #"print('{"id": 9, "end": {}}', flush=True)\#ntime.sleep(1000)"#,
      "a line that is not a page"),
    Row(
      "an end and a page in one line", #"say(end={}, page={"photos": []})\#ntime.sleep(1000)"#,
      "a line that is not a page"),
    Row("a page of another shape", #"say(page={"photos": 7})"#, "photos is not an array"),
    Row(
      "a gigabyte in a line", "for _ in range(1024): sys.stdout.write('x' * (1 << 20))",
      "a line of more than 65 MiB"),
    Row("an exception", "raise ValueError('oops')", "it wrote: ValueError: oops"),
    Row(
      "a closed output", "page(1)\nos.close(1)\ntime.sleep(1000)", "it closed its output", photos: 1
    ),
    Row(
      "a page that is repeated forever", "while True: page(1, 2)", "had no new photo", exit: 0,
      photos: 2),
    Row(
      "children that stay", "if os.fork() == 0: time.sleep(1000)\npage(1)\nsay(end={})",
      "mirrored 1",
      exit: 0, photos: 1),
    Row(
      "an exit while a child holds the output",
      "if os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)\npage(1)\nos._exit(7)",
      "exited with status 7", photos: 1),
    Row(
      "a photo with an invalid address",
      #"say(page={"photos": [{"id": "x", "renditions": [{"label": "L", "url": "file:///etc/passwd"}]}]})\#nsay(end={})"#,
      "no http or https address", exit: 1),
  ]

  private static let program = """
    #!/usr/bin/python3
    import json, os, signal, sys, time
    SITE = None
    def say(**members): print(json.dumps({"id": NUMBER, **members}), flush=True)
    def page(*ids, **rest):
        say(page={"photos": [{"id": str(n), "renditions": [{"label": "L", "url": SITE + "%d.png" % n}]} for n in ids], **rest})
    def listing(question):
    LISTING
    for line in sys.stdin:
        message = json.loads(line)
        NUMBER = message["id"]
        if message["method"] == "manifest":
            say(answer={"name": "own", "version": "1", "summary": "", "sources": [{"usage": "x", "summary": ""}],
                        "settings": [{"name": "site", "summary": ""}, {"name": "key", "summary": "", "isSecret": True}]})
        elif message["method"] == "list":
            SITE = message["question"]["settings"].get("site")
            listing(message["question"])
            break
        else:
            say(unsupported=True)

    """

  private func session(_ listing: String) async throws -> (Session, WireServer) {
    let session = try await Session("--photos", "1")
    let body = listing.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    try ExecutableFile.write(
      Self.program.replacing("LISTING", with: body.isEmpty ? "    pass" : body),
      to: session.folder.appending("photomirror-lister-own"))
    return (session, try WireServer { _ in [.ok(TinyPicture.png)] })
  }

  private func sync(_ listing: String, _ options: String = "") async throws -> (CommandRun, Session)
  {
    let (session, site) = try await session(listing)
    let run = try await session.run(
      "sync --provider-path . --set own.site=\(site.url()) \(options) own:x photos")
    return (run, session)
  }

  @Test(
    "What a program lists is mirrored, and only an explicit end ends a listing well",
    arguments: rows)
  func outcome(row: Row) async throws {
    let (run, session) = try await sync(row.listing)
    #expect(run.exitCode == row.exitCode, "\(run.errors)")
    #expect((run.errors + run.output).contains(row.said), "\(run.errors)")
    #expect(session.mirror().photos.count == row.photos && session.mirror().flaws() == [])
  }

  @Test(
    "A program that lists has its own secrets and the network, and reaches no file, process or key of others"
  )
  func surroundings() async throws {
    var (session, site) = try await session(
      """
      import socket, subprocess, urllib.request
      words = [question["secrets"]["key"], urllib.request.urlopen(SITE).status]
      words.append(sorted(n for n in os.environ if "KEY" in n or n.startswith("PHOTOMIRROR")))
      def attempt(action):
          try:
              action()
              words.append("done")
          except OSError as error:
              words.append(error.errno)
      home = os.environ["HOME"]
      attempt(lambda: open(os.path.join(home, "written"), "w"))
      attempt(lambda: open("/dev/shm/photomirror-lister", "w"))
      attempt(lambda: open(os.path.join(home, "diary")))
      attempt(lambda: os.chmod(os.path.join(home, "diary"), 0o644))
      attempt(lambda: os.utime(os.path.join(home, "diary")))
      attempt(lambda: os.kill(os.getppid(), 0))
      attempt(lambda: socket.socket(socket.AF_UNIX))
      attempt(lambda: subprocess.run(["true"], check=True))
      say(failure={"kind": "source", "message": json.dumps(words)})
      """)
    let home = try TemporaryDirectory()
    try Data("dear diary\n".utf8).write(to: URL(filePath: home.appending("diary")))
    try Data("hush\n".utf8).write(to: URL(filePath: session.folder.appending("key")))
    session.environment["HOME"] = home.path
    let command = "list --provider-path . --set own.site=\(site.url()) --set-file own.key=key own:x"
    let run = try await session.run(command)
    // The secret is removed from what is shown.
    let (read, modes) = ("\(EACCES), \(EACCES), ", "\(EPERM), \(EPERM), ")
    let others = "\(EPERM), \(EAFNOSUPPORT), \"done\"]"
    let words = "200, [], " + read + "\(EACCES), " + modes + others
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
    let granted = try await session.run("\(command) --lister-reads ~/diary")
    #expect(granted.errors.contains(read + "\"done\", " + modes), "\(granted.errors)")
  }

  @Test(
    "What a program that lists has started ends with it, also in sessions of its own",
    arguments: ["say(end={})", "os._exit(0)", "print('no', flush=True)\ntime.sleep(1000)"])
  func strays(ending: String) async throws {
    let (run, session) = try await sync(
      """
      reader, writer = os.pipe()
      for _ in range(3):
          if os.fork() == 0:
              os.setsid()
              for _ in range(2):
                  if os.fork() == 0:
                      os.setsid()
                      for n in range(1, 32):
                          if n not in (9, 19): signal.signal(n, signal.SIG_IGN)
                      os.write(writer, b"x")
                      time.sleep(1000)
              os._exit(0)
      for _ in range(6): os.read(reader, 1)
      page(1)
      \(ending)
      """)
    #expect(run.exitCode == (ending.hasPrefix("say") ? 0 : 3), "\(run.errors)")
    #expect(session.mirror().photos.count == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { number in
      let line = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
      return line?.contains(session.folder.appending("photomirror-lister-own")) == true
    }
    for process in left.compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
    #expect(left == [])
  }

  @Test("An interrupted listing continues where the program says, or begins again")
  func resumed() async throws {
    let (session, site) = try await session(
      """
      start = int(question.get("cursor") or 0)
      print("from", start, file=sys.stderr)
      for n in range(start, 4):
          page(n, next=str(n + 1))
          if n == 1 and start == 0: os._exit(3)
      say(end={})
      """)
    let line =
      "sync --progress none --verbose --provider-path . --set own.site=\(site.url()) own:x photos"
    let first = try await session.run(line)
    #expect(first.exitCode == 3 && session.mirror().photos.count == 2, "\(first.errors)")
    let second = try await session.run(line)
    #expect(second.exitCode == 0 && session.mirror().photos.count == 4, "\(second.errors)")
    #expect(
      second.errors.contains("from 1") || second.errors.contains("from 2"), "\(second.errors)")
  }

  @Test(
    "The check of a provider says that it has nothing to examine in a program that lists by itself")
  func check() async throws {
    let (session, _) = try await session("say(end={})")
    let run = try await session.run("providers --check own --provider-path .")
    #expect(run.exitCode == 2 && run.errors.contains("own lists by itself"), "\(run.errors)")
    let shown = try await session.run("providers --provider-path .")
    #expect(shown.output.contains("photomirror-lister-own"))
  }
}
