import ProviderKit

extension Examination {
  mutating func checkAnswers() {
    for (query, answer) in pages {
      switch CallResult({ try provider.page(from: answer, for: query) }) {
      case .value(let page): check(page, of: query)
      case .failure(let failure): find("answers", "page of \(query.selector): \(failure.message)")
      case .stray(let error): find("answers", "page of \(query.selector): throws \(error)")
      }
    }
    for (query, answer) in resolutions {
      checkValue("look-up of \(query.selector)") {
        try $0.resolution(from: answer, for: query).checked()
      }
    }
    for (query, answer) in sources {
      checkValue("listings of \(query.selector)") {
        try $0.sources(from: answer, for: query).checked()
      }
    }
    for (query, answer) in renditions {
      switch CallResult({ try provider.renditions(from: answer, for: query) }) {
      case .value(let renditions): check(renditions, of: query)
      case .failure(let failure): find("answers", "sizes of \(query.photo.id): \(failure.message)")
      case .stray(let error): find("answers", "sizes of \(query.photo.id): throws \(error)")
      }
    }
  }

  private mutating func checkValue<Value: Hashable & Sendable>(
    _ what: String, _ read: (any PhotoProvider) throws -> Value
  ) {
    switch CallResult({ try read(provider) }) {
    case .value: break
    case .failure(let failure): find("answers", "\(what): \(failure.message)")
    case .stray(let error): find("answers", "\(what): throws \(error)")
    }
  }

  private mutating func check(_ page: Page, of query: PageQuery) {
    do throws(ProviderFailure) {
      for refused in try page.checked().refused.dropFirst(page.refused.count) {
        find("answers", "page of \(query.selector): \(refused)")
      }
    } catch {
      find("answers", "page of \(query.selector): \(error.message)")
    }
    var ids: Set<String> = []
    for photo in page.photos where !ids.insert(photo.id).inserted {
      find("answers", "page of \(query.selector): two photos have the id \(shown(photo.id))")
    }
    for photo in page.photos {
      checkLabels(of: photo.renditions, "photo \(shown(photo.id))")
      if photo.renditions.isEmpty { checkRenditionsRequest(for: photo, of: query) }
    }
  }

  /// A photo without addresses in the listing needs a request for them.
  private mutating func checkRenditionsRequest(for photo: Photo, of query: PageQuery) {
    let question = PhotoQuery(photo: photo, settings: query.settings)
    guard
      case .failure(let failure) = CallResult({ try provider.renditionsRequest(for: question) }),
      failure.kind == .unsupported
    else { return }
    find(
      "answers", "photo \(shown(photo.id)): it has no sizes, and the provider has no call for them")
  }

  private mutating func check(_ renditions: [Rendition], of query: PhotoQuery) {
    if renditions.isEmpty { find("answers", "sizes of \(query.photo.id): the answer has none") }
    do throws(ProviderFailure) {
      _ = try Rendition.checked(renditions)
    } catch {
      find("answers", "sizes of \(query.photo.id): \(error.message)")
    }
    checkLabels(of: renditions, "sizes of \(query.photo.id)")
  }

  /// A size that the manifest does not name cannot be requested.
  private mutating func checkLabels(of renditions: [Rendition], _ what: String) {
    for rendition in renditions where !provider.manifest.knows(size: rendition.label) {
      find("answers", "\(what): the manifest does not list the size \(shown(rendition.label))")
    }
  }
}

extension Examination {
  /// Sites send anything; a provider then fails with a `ProviderFailure`.
  mutating func checkMalformedAnswers() {
    for (query, answer) in pages {
      checkMalformedAnswers("page of \(query.selector)", answer) {
        try $0.page(from: $1, for: query)
      }
    }
    for (query, answer) in resolutions {
      checkMalformedAnswers("look-up of \(query.selector)", answer) {
        try $0.resolution(from: $1, for: query)
      }
    }
    for (query, answer) in sources {
      checkMalformedAnswers("listings of \(query.selector)", answer) {
        try $0.sources(from: $1, for: query)
      }
    }
    for (query, answer) in renditions {
      checkMalformedAnswers("sizes of \(query.photo.id)", answer) {
        try $0.renditions(from: $1, for: query)
      }
    }
  }

  private mutating func checkMalformedAnswers<Value: Hashable & Sendable>(
    _ what: String, _ answer: Answer, _ read: (any PhotoProvider, Answer) throws -> Value
  ) {
    let cuts = MalformedAnswer.cuts(of: answer.body)
    for (index, malformed) in (cuts + MalformedAnswer.unreadable).enumerated() {
      switch CallResult({ try read(provider, Answer(body: malformed.body)) }) {
      case .failure: break
      // A page may have what comes before the cut, if it reports it.
      case .value(let value as Page) where index < cuts.count && !value.refused.isEmpty: break
      case .value:
        find(
          "malformed", "\(what): \(malformed.name) is accepted as an answer",
          kind: "\(what) accepted")
      case .stray(let error): find(what, malformed, throws: error)
      }
    }
    // These may still be valid: either a value or a failure is right.
    for malformed in MalformedAnswer.doubtful + MalformedAnswer.wrongTypes(in: answer.body)
      + MalformedAnswer.flips(of: answer.body)
    {
      guard
        case .stray(let error) = CallResult({ try read(provider, Answer(body: malformed.body)) })
      else { continue }
      find(what, malformed, throws: error)
    }
  }

  /// Answers that fail with the same error, but for its numbers, are one mistake.
  private mutating func find(_ what: String, _ answer: MalformedAnswer, throws error: String) {
    find(
      "malformed", "\(what): \(answer.name): \(error)",
      kind: what + error.filter { !$0.isNumber })
  }
}
