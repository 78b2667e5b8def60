import ProviderKit

/// A provider under test, and the findings so far.
struct Examination {
  let provider: any PhotoProvider
  let recorded: [Recorded]
  private(set) var findings: [Finding] = []

  init(of provider: any PhotoProvider, with recorded: [Recorded]) {
    self.provider = provider
    let defaults = provider.manifest.settings.reduce(into: [:]) { $0[$1.name] = $1.defaultValue }
    self.recorded = recorded.map { $0.filledIn(with: defaults) }
  }

  /// - Parameter kind: What cases of one mistake have in common; see ``Finding``.
  mutating func find(_ rule: String, _ detail: String, kind: String? = nil) {
    let finding = Finding(rule, detail, kind: kind)
    if let index = findings.firstIndex(where: finding.isLike) {
      findings[index].countCase()
    } else {
      findings.append(finding)
    }
  }

  /// The recorded listing calls.
  var pages: [(query: PageQuery, answer: Answer)] {
    recorded.compactMap {
      if case .page(let query, let answer) = $0 { (query, answer) } else { nil }
    }
  }

  /// The recorded look-ups.
  var resolutions: [(query: PageQuery, answer: Answer)] {
    recorded.compactMap {
      if case .resolution(let query, let answer) = $0 { (query, answer) } else { nil }
    }
  }

  /// The recorded calls for an account's listings.
  var sources: [(query: PageQuery, answer: Answer)] {
    recorded.compactMap {
      if case .sources(let query, let answer) = $0 { (query, answer) } else { nil }
    }
  }

  /// The recorded calls for sizes.
  var renditions: [(query: PhotoQuery, answer: Answer)] {
    recorded.compactMap {
      if case .renditions(let query, let answer) = $0 { (query, answer) } else { nil }
    }
  }
}

extension Recorded {
  fileprivate func filledIn(with defaults: [String: String]) -> Recorded {
    switch self {
    case .page(var query, let answer):
      query.settings.merge(defaults) { given, _ in given }
      return .page(query, answer)
    case .renditions(var query, let answer):
      query.settings.merge(defaults) { given, _ in given }
      return .renditions(query, answer)
    case .resolution(var query, let answer):
      query.settings.merge(defaults) { given, _ in given }
      return .resolution(query, answer)
    case .sources(var query, let answer):
      query.settings.merge(defaults) { given, _ in given }
      return .sources(query, answer)
    }
  }
}

/// The result of a provider's method, comparable with another call's.
enum CallResult<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)
  case failure(ProviderFailure)
  /// An error of another type than `ProviderFailure`.
  case stray(String)

  init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let failure as ProviderFailure {
      self = .failure(failure)
    } catch {
      self = .stray("\(error)")
    }
  }
}
