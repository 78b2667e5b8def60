import Foundation

/// The program.
enum Server {
  /// Serves until SIGTERM or SIGINT.
  /// - Returns: the exit code: 0, 1 if it cannot listen, 2 for an invalid command line.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    do {
      let options = try Options(arguments)
      if options.wantsHelp { write(Options.help, to: .standardOutput) } else { try serve(options) }
      return 0
    } catch let error as InvalidOption {
      write("FlickrServer: error: \(error.message)\nhint: see --help\n", to: .standardError)
      return 2
    } catch {
      let message = (error as? ServerError)?.message ?? "\(error)"
      write("FlickrServer: error: \(message)\n", to: .standardError)
      return 1
    }
  }

  private static func serve(_ options: Options) throws {
    // Blocked before the first thread starts, so that only `sigwait` receives the signals.
    var endings = sigset_t()
    sigemptyset(&endings)
    sigaddset(&endings, SIGTERM)
    sigaddset(&endings, SIGINT)
    pthread_sigmask(SIG_BLOCK, &endings, nil)
    signal(SIGPIPE, SIG_IGN)

    let site = Site(options)
    let pace = BodyReader.Pace(rate: options.rate, halt: try Halt()) { count in
      site.counts.withLock { $0.imageBytes += UInt64(count) }
    }
    let daemon = try Daemon(port: options.port, latency: options.latency, pace: pace) {
      site.answer($0)
    }
    write("listening on http://127.0.0.1:\(daemon.port)/\n", to: .standardOutput)
    var ending: Int32 = 0
    sigwait(&endings, &ending)
    daemon.stop()
  }

  private static func write(_ text: String, to file: FileHandle) {
    try? file.write(contentsOf: Data(text.utf8))
  }
}

/// Why the server cannot run.
struct ServerError: Error {
  /// A sentence in lower case without a period.
  let message: String

  init(_ message: String) { self.message = message }
}
