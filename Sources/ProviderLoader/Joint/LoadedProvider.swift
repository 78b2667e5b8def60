import CProviderABI
import ProviderKit

/// A provider in a loaded module, called through the module's C table.
///
/// A module may be from another author: its answers are checked against ``JointLimits`` first. An
/// answer that exceeds them is a ``ProviderFailure`` with `.malformed`; an invalid photo costs only
/// itself.
package struct LoadedProvider: PhotoProvider {
  /// As the module answered when it was opened.
  package let manifest: Manifest
  /// Path of the shared library.
  package let path: String
  private let table: ModuleTable

  init(path: String) throws(ModuleProblem) {
    let table = try ModuleTable(openingModuleAt: path)
    do {
      manifest = try table.answer(to: .manifest, EmptyQuestion(), as: Manifest.self).checked()
    } catch let failure as ProviderFailure {
      throw ModuleProblem("has an invalid manifest: \(failure.message)")
    } catch {
      throw ModuleProblem("did not return its manifest: \(error)")
    }
    self.path = path
    self.table = table
  }

  package func selector(claiming address: String) throws -> String? {
    let question = ClaimQuestion(address: address)
    let selector = try table.answer(to: .claim, question, as: ClaimAnswer.self).selector
    guard selector.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw ProviderFailure(
        .malformed, "\(manifest.name) accepts the address but returns an invalid selector")
    }
    return selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    guard isCurrent else { return nil }
    do {
      return try table.answer(to: .resolveRequest, query, as: ResolveAnswer.self).request?
        .checked(settings: manifest.settings)
    } catch let failure as ProviderFailure where failure.kind == .unsupported {
      return nil
    }
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let question = PageQuestion(answer: answer, query: query)
    return try table.answer(to: .resolve, question, as: Resolution.self).checked()
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try table.answer(to: .pageRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) throws -> Page {
    let question = PageQuestion(answer: answer, further: further, query: query)
    return try checked(table.answer(to: .page, question, as: Page.self))
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    try requireCurrent(for: "an account's listings")
    return try table.answer(to: .sourcesRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    let question = PageQuestion(answer: answer, query: query)
    return try checked(table.answer(to: .sources, question, as: Page.self))
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try requireCurrent(for: "the signed-in account")
    let question = AccountQuestion(settings: settings)
    return try table.answer(to: .accountRequest, question, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    let question = AccountQuestion(answer: answer, settings: settings)
    return try table.answer(to: .account, question, as: Account.self).checked()
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try table.answer(to: .renditionsRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let question = PhotoQuestion(answer: answer, query: query)
    let answered = try table.answer(to: .renditions, question, as: RenditionsAnswer.self)
    return try Rendition.checked(answered.renditions)
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try requireCurrent(for: "a photo's details")
    return try table.answer(to: .detailsRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    let question = PhotoQuestion(answer: answer, query: query)
    return try table.answer(to: .details, question, as: PhotoDetails.self).checked()
  }

  /// Whether the module knows the methods that version 2 of the joint added.
  private var isCurrent: Bool { table.version >= PHOTO_PROVIDER_ABI_VERSION }

  private func requireCurrent(for what: String) throws(ProviderFailure) {
    guard !isCurrent else { return }
    throw ProviderFailure(.unsupported, "\(manifest.name) has no call for \(what)")
  }

  private func checked(_ page: Page) throws(ProviderFailure) -> Page {
    var checked = try page.checked()
    checked.more = try page.checkedRequests(settings: manifest.settings)
    return checked
  }
}

extension ModuleTable {
  /// Calls the module and decodes its answer.
  /// - Throws: ``ProviderFailure``: the module's own, `.unsupported`, or `.malformed`.
  func answer<Value: Decodable>(
    to method: JointMethod, _ question: some Encodable, as type: Value.Type
  ) throws -> Value {
    let (status, bytes) = try ask(method, JointCoder.encode(question))
    switch status {
    case .ok:
      return try JointCoder.decode(type, from: bytes)
    case .failed:
      throw try JointCoder.decode(ProviderFailure.self, from: bytes).checked()
    case .unsupported:
      throw ProviderFailure(.unsupported, "the module does not support \"\(method.rawValue)\"")
    default:
      throw ProviderFailure(
        .malformed,
        "the module answered \"\(method.rawValue)\" with the unknown status \(status.rawValue)")
    }
  }
}
