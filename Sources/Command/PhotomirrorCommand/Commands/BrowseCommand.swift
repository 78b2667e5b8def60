import Console
import Dispatch
import Foundation
import Gallery
import Images
import MirrorCore
import Mirroring
import PageServer
import SystemCalls

/// `photomirror browse DIRECTORY`
struct BrowseCommand: Command {
  struct Options: CommandOptions {
    var pages = GalleryCommand.Options()
    var port = 0
    var opensNothing = false
  }

  static let name = CommandName.browse
  static let text = CommandText(
    summary: "Update a mirror's gallery and show it in the browser, on this machine only",
    operands: ["DIRECTORY"],
    examples: [
      .init("photomirror browse photos", "until Ctrl-C"),
      .init("photomirror browse photos --no-open --port 8080", "only writes the address"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "stopped by Ctrl-C",
      .directoryFailed:
        "the mirror cannot be read, the pages cannot be written, or the port is taken",
      .interrupted: "interrupted before the pages were written",
    ])
  static let options: [Option<Options>] =
    GalleryCommand.pageOptions.at(\.pages) + [
      .value("port", .number(0...65535), \.port, "Port on the loopback interface; 0: any free one"),
      .flag("no-open", \.opensNothing, "Write the address and open no browser"),
    ]

  let pages: GalleryCommand
  let options: Options

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    (pages, self.options) = (try GalleryCommand(operands, options.pages), options)
  }

  var decoding: ImageLimits? { pages.decoding }
  var writableFolders: [String]? { pages.writableFolders }

  func prepare(in environment: [String: String]) throws(CommandFailure) {
    try pages.prepare(in: environment)
    if !options.opensNothing { Browser.prepare(environment) }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let gallery = pages.gallery(in: context)
    let status = try await GalleryCommand.update(gallery, context)
    guard status == .success else { return status }
    let (server, home) = try serve(gallery)
    let address = "http://127.0.0.1:\(server.port)\(home)"
    Output.standard.write(lines: [address])
    Output.error.write(lines: ["note      serving until Ctrl-C"])
    if !options.opensNothing { Browser.open(address) }
    try? await StopSignals.run {
      while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
    } finalLines: {
      []
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        server.stop()
        continuation.resume()
      }
    }
    return .success
  }

  private func serve(
    _ gallery: MirrorGallery
  ) throws(CommandFailure) -> (server: PageServer, home: String) {
    let addresses = gallery.addresses
    let folders = ServedFolders([
      .init(
        prefix: addresses.pages, path: gallery.output,
        pages: .init(policy: GalleryPage.policy) { gallery.shows($0, $1) }),
      .init(
        prefix: addresses.mirror, path: pages.directory, shownDots: [".photomirror/thumbnails"]),
    ])
    let home = "/\(addresses.pages.isEmpty ? "" : addresses.pages + "/")index.html"
    do throws(SystemError) {
      return (try PageServer(folders, home: home, port: UInt16(options.port)), home)
    } catch {
      throw CommandFailure(
        .directoryFailed, "cannot listen on 127.0.0.1:\(options.port): \(error.reason)",
        hints: ["--port 0 takes any free port"])
    }
  }
}
