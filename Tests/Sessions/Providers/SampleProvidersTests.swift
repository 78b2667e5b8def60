import Foundation
import TestSupport
import Testing

@Suite("Providers in other languages", .serialized)
struct SampleProvidersTests {
  private static let samples = URL(filePath: #filePath).appending(
    path: "../../../../samples/providers"
  )
  .standardizedFileURL.path

  private static func path(_ language: String) -> String { "\(samples)/\(language)" }

  @Test(
    "A sample provider fulfils the contract",
    arguments: [("python", "folder"), ("shell", "picsum")])
  func contract(language: String, name: String) async throws {
    let folder = Self.path(language)
    let run = try await CommandRun.run(
      BuiltProducts.path("photomirror"),
      [
        "providers", "--require-sandbox", "--check", name, "--answers", "\(folder)/recorded",
        "--provider-path", folder,
      ])
    #expect(
      run.output == "checked \(name) 0.1.0 with 1 recorded answer: no finding\n", "\(run.errors)")
    #expect(run.exitCode == 0)
  }

  @Test("The provider in Python mirrors a folder of a web server")
  func python() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { request in
      guard request.target == "/p/" else { return [.ok(TinyPicture.png)] }
      let links = (0..<30).map { "<a href=\"photo%20\($0).png\">photo</a>" }.joined()
      return [
        .ok(
          Array(
            "<html><title>Index of /p/</title><body><a href=\"../\">..</a>\(links)</body></html>"
              .utf8))
      ]
    }
    let source = "folder:" + site.url("/p/")
    let option = "--provider-path \(Self.path("python"))"
    let run = try await session.run("sync --progress none \(option) \(source) photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 30)
    #expect(session.mirror().flaws() == [])
    let again = try await session.run("sync \(option) \(source) photos")
    #expect(again.errors.contains("mirrored 0 photos, 30 known"), "\(again.errors)")
  }

  @Test("The provider in a shell mirrors a listing of several pages")
  func shell() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { request in
      guard request.target.hasPrefix("/list") else { return [.ok(TinyPicture.png)] }
      let count = request.target.contains("page=1&") ? 100 : 20
      let first = count == 100 ? 0 : 100
      let entries = (first..<first + count).map { number in
        let host = request.headers["host"] ?? ""
        return #"{"id":"\#(number)","author":"A","download_url":"http://\#(host)/\#(number).png"}"#
      }
      return [.ok(Array("[\(entries.joined(separator: ","))]".utf8))]
    }
    let option =
      "--set picsum.api=\(site.url("/list")) --provider-path \(Self.path("shell"))"
    let run = try await session.run("sync --progress none \(option) picsum:all photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 120)
    let list = try await session.run("list --json --limit 5 \(option) picsum:all")
    #expect(list.output.split(separator: "\n").count == 5)
  }
}
