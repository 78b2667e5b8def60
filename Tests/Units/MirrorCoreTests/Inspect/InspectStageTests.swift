import Glibc
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The inspect stage")
struct InspectStageTests {
  private let workspace = MemoryWorkspace()

  private func inspect(
    _ bytes: String, _ rendition: Rendition = Rendition(label: "L", url: "http://a/"),
    keepsUndecoded: Bool = false, isLengthProven: Bool = true
  ) async throws -> InspectedPhoto {
    let job = PhotoJob(photo: TestWalk.photo("1"), id: 1, stem: "o/1", isSecondTry: false)
    let part = workspace.part(ofPhoto: 1)
    workspace[part] = Array(bytes.utf8)
    var file = DownloadedFile()
    file.isLengthProven = isLengthProven
    return try await InspectStage(
      inspector: FileInspection(media: MemoryMedia(workspace), thumbnail: nil),
      workspace: workspace, formats: KeptFormats(keepsUndecoded: keepsUndecoded)
    ).inspect(FetchedPhoto(job: job, part: part, rendition: rendition, file: file))
  }

  /// The error with which the photo fails; its part is deleted, so that it is not resumed.
  private func failure(
    _ bytes: String, _ rendition: Rendition = Rendition(label: "L", url: "http://a/"),
    keepsUndecoded: Bool = false, isLengthProven: Bool = true
  ) async -> String? {
    let error = await #expect(throws: PhotoFailure.self) {
      try await inspect(
        bytes, rendition, keepsUndecoded: keepsUndecoded, isLengthProven: isLengthProven)
    }
    #expect(workspace.names.isEmpty)
    return error?.reason
  }

  @Test("The inspect stage gives a photo the extension of its content")
  func content() async throws {
    #expect(try await inspect("jpeg").path == "o/1.jpg")
    #expect(try await inspect("svg", keepsUndecoded: true).path == "o/1.svg")
  }

  @Test("The inspect stage refuses a damaged file, and one of another size or digest than stated")
  func promises() async {
    #expect(await failure("broken") == "it ends early")
    let size = Rendition(label: "L", url: "http://a/", width: 40, height: 30)
    #expect(await failure("jpeg", size) == "is 4x3, but 40x30 was announced")
    var digest = Rendition(label: "L", url: "http://a/")
    digest.digest = .init(.md5, hex: "22")
    #expect(await failure("jpeg", digest) == "its md5 is 11, but 22 was announced")
  }

  @Test("The inspect stage compares SHA-256 with the file's own, in either case of its digits")
  func sha256() async throws {
    var rendition = Rendition(label: "L", url: "http://a/")
    rendition.digest = .init(.md5, hex: "11")
    let md5 = try await inspect("jpeg", rendition).inspection
    rendition.digest = .init(.sha256, hex: md5.sha256.uppercased())
    #expect(try await inspect("jpeg", rendition).inspection.sha256 == md5.sha256)
    rendition.digest = .init(.sha256, hex: "11")
    #expect(
      await failure("jpeg", rendition) == "its sha256 is \(md5.sha256), but 11 was announced")
  }

  @Test(
    "The inspect stage leaves out a file that is an icon, if its rendition says how large photos are"
  )
  func icon() async throws {
    #expect(
      await failure("jpeg", Rendition(label: "L", url: "http://a/", leastEdge: 4))
        == "is 4x3, an icon")
    let large = Rendition(label: "L", url: "http://a/", leastEdge: 3)
    #expect(try await inspect("jpeg", large).inspection.width == 4)
  }

  @Test("The inspect stage accepts a rotated image, and edges that are rounded")
  func rotated() async throws {
    let rotated = Rendition(label: "L", url: "http://a/", width: 4, height: 5)
    #expect(try await inspect("jpeg", rotated).inspection.width == 4)
  }

  @Test("The inspect stage refuses a file that neither decoding, length nor digest verifies")
  func unproven() async {
    #expect(await failure("svg")?.contains("cannot be checked by decoding") == true)
    let reason = await failure("svg", keepsUndecoded: true, isLengthProven: false)
    #expect(reason?.hasPrefix("cannot be checked: ") == true)
  }

  @Test("The inspect stage keeps a padded picture if its length or digest was promised, and holds")
  func padded() async throws {
    #expect(try await inspect("jpeg, padded").inspection.isDecoded)
    #expect(await failure("jpeg, padded", isLengthProven: false) == "it ends early")
    var rendition = Rendition(label: "L", url: "http://a/")
    rendition.digest = .init(.md5, hex: "11")
    #expect(
      try await inspect("jpeg, padded", rendition, isLengthProven: false).inspection.isDecoded)
    rendition.digest = .init(.md5, hex: "22")
    #expect(
      await failure("jpeg, padded", rendition, isLengthProven: false)
        == "its md5 is 11, but 22 was announced")
  }

  @Test("The inspect stage stops the run if a file cannot be read")
  func unreadable() async {
    let error = await #expect(throws: MirrorError.self) {
      try await FileInspection(media: MemoryMedia(workspace), thumbnail: nil)
        .inspect(fileAt: "none", digests: [])
    }
    #expect(error == .directory("cannot read none: no such file", .system(errno: ENOENT)))
  }
}
