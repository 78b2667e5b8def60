import CProviderABI
import Foundation
import ProviderKit
import Testing

@Suite("A provider's exported table")
struct ProviderExportTests {
  private let table = ProviderExport.table(of: Fickle())

  @Test("A provider's exported table states its version and its size")
  func header() {
    #expect(table.pointee.abi_version == PHOTO_PROVIDER_ABI_VERSION)
    #expect(table.pointee.size == MemoryLayout<photo_provider_table>.size)
  }

  @Test("A provider's exported table returns the manifest")
  func manifest() throws {
    let (status, answer) = ask("manifest", "{}")
    #expect(status == Int32(PHOTO_PROVIDER_OK))
    #expect(try JSONDecoder().decode(Manifest.self, from: answer) == Fickle().manifest)
  }

  @Test("A manifest of an older module, without later members, is decoded")
  func olderManifest() throws {
    let old = #"{"name":"a","version":"1","summary":"","sources":[],"sizes":null}"#
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(old.utf8))
    #expect(manifest == Manifest(name: "a", version: "1", summary: "", sources: []))
    #expect(manifest.sizes.isEmpty && manifest.placeholders.isEmpty)
  }

  @Test(
    "A provider's exported table returns unsupported for an unknown method",
    arguments: ["", "Manifest", "page ", "no-such"])
  func unknown(method: String) {
    #expect(ask(method, "{}").0 == Int32(PHOTO_PROVIDER_UNSUPPORTED))
  }

  @Test(
    "A provider's exported table fails as malformed for an invalid question",
    arguments: ["claim", "page-request", "page", "renditions-request", "renditions"],
    ["", "{}", "[]", "garbage", "\u{0}", "{\"query\":7,\"answer\":{}}"])
  func garbage(method: String, question: String) throws {
    let (status, answer) = ask(method, question)
    #expect(status == Int32(PHOTO_PROVIDER_FAILED))
    #expect(try JSONDecoder().decode(ProviderFailure.self, from: answer).kind == .malformed)
  }

  @Test("A provider's exported table names the missing member of a question")
  func missing() throws {
    let (_, answer) = ask("page-request", "{\"selector\":\"x\",\"parameters\":{}}")
    let failure = try JSONDecoder().decode(ProviderFailure.self, from: answer)
    #expect(failure.message == "settings is missing")
  }

  @Test("A provider's exported table returns all members of a provider's failure")
  func failure() throws {
    let (status, answer) = ask("page-request", query("gone"))
    #expect(status == Int32(PHOTO_PROVIDER_FAILED))
    #expect(try JSONDecoder().decode(ProviderFailure.self, from: answer) == Fickle.gone)
  }

  @Test("A provider's exported table converts an error of another type to a failure")
  func strayError() throws {
    let (status, answer) = ask("page-request", query("stray"))
    #expect(status == Int32(PHOTO_PROVIDER_FAILED))
    #expect(try JSONDecoder().decode(ProviderFailure.self, from: answer).kind == .malformed)
  }

  @Test("A provider's exported table fails as unsupported if the provider lacks the call")
  func unsupported() throws {
    let (status, answer) = ask(
      "renditions-request", "{\"photo\":{\"id\":\"1\"},\"settings\":{}}")
    #expect(status == Int32(PHOTO_PROVIDER_FAILED))
    #expect(try JSONDecoder().decode(ProviderFailure.self, from: answer).kind == .unsupported)
  }

  @Test("A provider's exported table accepts null pointers")
  func nulls() {
    let call = table.pointee.call
    #expect(call?(nil, nil, nil, 0, nil, nil) == Int32(PHOTO_PROVIDER_UNSUPPORTED))
    let status = call?(table.pointee.state, "manifest", nil, 0, nil) { _, _, _ in }
    #expect(status == Int32(PHOTO_PROVIDER_OK))
  }

  private func query(_ selector: String) -> String {
    "{\"selector\":\"\(selector)\",\"parameters\":{},\"settings\":{}}"
  }

  private func ask(_ method: String, _ question: String) -> (Int32, Data) {
    var answer = Data()
    let status = withUnsafeMutablePointer(to: &answer) { context in
      let bytes = Array(question.utf8)
      return table.pointee.call?(table.pointee.state, method, bytes, bytes.count, context) {
        context, bytes, count in
        context?.assumingMemoryBound(to: Data.self).pointee
          .append(UnsafeBufferPointer(start: bytes, count: count))
      }
    }
    return (status ?? -1, answer)
  }
}

/// A provider that fails as its selector states.
private struct Fickle: PhotoProvider {
  static let gone = ProviderFailure(.source, "it is gone", code: 404, hint: "look elsewhere")

  let manifest = Manifest(
    name: "fickle", version: "1", summary: "fails", sources: [.init(usage: "x", summary: "x")],
    sizes: ["Small", "Large"])

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    throw query.selector == "gone" ? Fickle.gone : CocoaError(.featureUnsupported)
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page { Page(photos: []) }
}
