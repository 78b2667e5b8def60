import ProviderKit

/// The place in a listing: what the site wants to have sent back (https://www.mediawiki.org/wiki/API:Continue).
struct CommonsPlace {
  let parameters: [RequestDescription.Parameter]

  /// As `name=value`, one in each line.
  var cursor: String { parameters.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&&") }

  /// How many files of a search come before it; nil for other listings.
  var offset: Int? {
    parameters.first { $0.name == "gsroffset" }?.value.flatMap { Int($0) }
  }

  init(_ cursor: String) throws {
    parameters = try cursor.split(separator: "&&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, CommonsPlace.isName(String(parts[0])) else {
        throw ProviderFailure(.malformed, "the listing has no such page")
      }
      return .init(String(parts[0]), String(parts[1]))
    }
  }

  /// - Returns: Nil if nothing follows.
  init?(_ value: JSONValue) throws {
    guard !value.isNull else { return nil }
    guard case .object(let object) = value else {
      throw ProviderFailure(.malformed, "the answer names no next page")
    }
    let members = object.all
    parameters = members.sorted { $0.key < $1.key }.compactMap { name, value in
      guard Self.isName(name), let text = value.string, text.isName(within: 1000) || text.isEmpty
      else { return nil }
      return .init(name, text)
    }
    guard parameters.count == members.count,
      !parameters.contains(where: { ($0.value ?? "").contains("&&") })
    else { throw ProviderFailure(.malformed, "the answer names no next page") }
  }

  private static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isLetter }
  }
}

/// An answer of the site.
struct CommonsAnswer {
  let files: [JSONValue]
  let next: CommonsPlace?
  /// Whether everything about the files of the page has been said.
  let isComplete: Bool

  /// - Throws: ``ProviderFailure``; the site's errors have the status 200.
  init(_ answer: Answer) throws {
    guard (200...299).contains(answer.status) else {
      let hint =
        answer.status == 403 ? "the site wants to know who runs a program: give --contact" : nil
      throw ProviderFailure(
        .source, "the site answers with HTTP status \(answer.status)", code: answer.status,
        hint: hint)
    }
    let value = try JSONValue(parsing: answer.body)
    guard case .object = value else { throw ProviderFailure(.malformed, "the answer is no object") }
    if let code = value["error"]["code"].string {
      let message = value["error"]["info"].string ?? code
      let isBusy = ["maxlag", "ratelimited", "readonly"].contains(code)
      throw ProviderFailure(isBusy ? .retryLater : .source, message.cleaned(to: 200))
    }
    guard !value["query"].isNull || value["batchcomplete"].bool == true else {
      throw ProviderFailure(.malformed, "the answer has no files")
    }
    files = value["query"]["pages"].array
    next = try CommonsPlace(value["continue"])
    isComplete = value["batchcomplete"].bool == true
  }
}
