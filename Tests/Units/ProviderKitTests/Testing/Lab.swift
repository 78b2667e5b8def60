import ProviderKit

/// A provider whose parts can be replaced by faulty ones, one at a time.
struct Lab: PhotoProvider {
  let manifest: Manifest
  private let claim: @Sendable (String) -> String?
  private let request: @Sendable (PageQuery) throws -> RequestDescription
  private let read: @Sendable (Answer, PageQuery) throws -> Page

  init(
    manifest change: (inout Manifest) -> Void = { _ in },
    claim: @escaping @Sendable (String) -> String? = { _ in nil },
    request: @escaping @Sendable (PageQuery) throws -> RequestDescription = Lab.sound,
    read: @escaping @Sendable (Answer, PageQuery) throws -> Page = Lab.sound
  ) {
    var manifest = Manifest(
      name: "lab", version: "1", summary: "x", sources: [.init(usage: "lab", summary: "x")],
      settings: [.init(name: "key", summary: "x", isSecret: true)])
    change(&manifest)
    self.manifest = manifest
    self.claim = claim
    self.request = request
    self.read = read
  }

  func selector(claiming address: String) -> String? { claim(address) }

  func pageRequest(for query: PageQuery) throws -> RequestDescription { try request(query) }

  func page(from answer: Answer, for query: PageQuery) throws -> Page { try read(answer, query) }

  static func sound(_ query: PageQuery) throws -> RequestDescription {
    guard query.selector == "lab" else { throw ProviderFailure(.source, "no such source") }
    return RequestDescription(url: "https://a/", parameters: [.init("p", query.cursor ?? "a")])
  }

  static func sound(_ answer: Answer, _ query: PageQuery) throws -> Page {
    let value = try JSONValue(parsing: answer.body)
    guard case .array(let ids) = value["ids"] else { throw ProviderFailure(.malformed, "no ids") }
    let names = Set(ids.compactMap(\.string)).filter { !$0.isEmpty }.sorted()
    let next = value["next"].string.flatMap { $0 == query.cursor || $0.isEmpty ? nil : $0 }
    return Page(photos: names.map(photo), next: next)
  }

  static func photo(_ id: String) -> Photo {
    Photo(id: id, owner: "", renditions: [.init(label: "S", url: "https://a/\(id)")])
  }
}
