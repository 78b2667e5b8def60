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
    for (query, answer) in renditions {
      switch CallResult({ try provider.renditions(from: answer, for: query) }) {
      case .value(let renditions): check(renditions, of: query)
      case .failure(let failure): find("answers", "sizes of \(query.photo.id): \(failure.message)")
      case .stray(let error): find("answers", "sizes of \(query.photo.id): throws \(error)")
      }
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
    find("answers", "photo \(shown(photo.id)): there are no sizes, and there is no call for them")
  }

  private mutating func check(_ renditions: [Rendition], of query: PhotoQuery) {
    if renditions.isEmpty { find("answers", "sizes of \(query.photo.id): there are none") }
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
      find("answers", "\(what): the manifest names no size \(shown(rendition.label))")
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
    for (query, answer) in renditions {
      checkMalformedAnswers("sizes of \(query.photo.id)", answer) {
        try $0.renditions(from: $1, for: query)
      }
    }
  }

  private mutating func checkMalformedAnswers<Value: Hashable & Sendable>(
    _ what: String, _ answer: Answer, _ read: (any PhotoProvider, Answer) throws -> Value
  ) {
    for malformed in MalformedAnswer.unreadable + MalformedAnswer.cuts(of: answer.body) {
      switch CallResult({ try read(provider, Answer(body: malformed.body)) }) {
      case .failure: break
      case .value: find("malformed", "\(what): \(malformed.name) is taken for an answer")
      case .stray(let error): find("malformed", "\(what): \(malformed.name) throws \(error)")
      }
    }
    // These may still be valid: either a value or a failure is right.
    for malformed in MalformedAnswer.doubtful + MalformedAnswer.wrongTypes(in: answer.body)
      + MalformedAnswer.flips(of: answer.body)
    {
      guard
        case .stray(let error) = CallResult({ try read(provider, Answer(body: malformed.body)) })
      else { continue }
      find("malformed", "\(what): \(malformed.name) throws \(error)")
    }
  }
}
