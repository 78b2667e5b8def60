import ProviderKit

/// What the names in a source's selectors stand for, looked up once and remembered across runs.
package actor NameResolver {
  /// Looked-up names that no run has to look up again; the source's own selector only.
  package struct Memory: Sendable {
    var recall: @Sendable () async throws -> String? = { nil }
    var remember: @Sendable (Resolution) async throws -> Void = { _ in }

    /// The memory in a catalog.
    package init(_ catalog: any PhotoCatalog) {
      recall = { try await catalog.resolution()?.value }
      remember = { try await catalog.noteResolution($0) }
    }

    /// No memory beyond this run.
    package init() {}
  }

  /// The number of look-ups after which a provider that always names another one is at fault.
  static let mostSteps = 8

  private let memory: Memory
  private var known: [String: String?] = [:]
  /// Selectors whose value comes from an earlier run.
  private var remembered: Set<String> = []
  /// Selectors whose remembered value was wrong.
  private var forgotten: Set<String> = []

  package init(_ memory: Memory = Memory()) { self.memory = memory }

  /// The permanent id for the query's selector; nil if it needs none.
  /// - Parameters:
  ///   - isOwn: Whether the selector is that of the source, whose id is remembered.
  ///   - lookUp: Nil if there is nothing to look up.
  func value(
    for query: PageQuery, isOwn: Bool, lookUp: () async throws -> Resolution?
  ) async throws -> String? {
    if let value = known[query.selector] { return value }
    if isOwn, !forgotten.contains(query.selector), let value = try await memory.recall() {
      known[query.selector] = value
      remembered.insert(query.selector)
      return value
    }
    let resolution = try await lookUp()
    known[query.selector] = .some(resolution?.value)
    if isOwn, let resolution { try await memory.remember(resolution) }
    return resolution?.value
  }

  /// Forgets the id of an earlier run, which the site does not know any more.
  /// - Returns: Whether there was one, so that the name can be looked up anew.
  func forget(_ selector: String) -> Bool {
    guard remembered.remove(selector) != nil else { return false }
    known[selector] = nil
    forgotten.insert(selector)
    return true
  }
}
