import CProviderABI
import ProviderKit

/// A provider in a loaded module, in this process or in processes of its own.
///
/// A module may be from another author: its answers are checked against ``JointLimits`` first. An
/// answer that exceeds them is a ``ProviderFailure`` with `.malformed`; an invalid photo costs only
/// itself.
package struct LoadedProvider: PhotoProvider {
  /// As the module answered when it was opened.
  package let manifest: Manifest
  /// Path of the shared library.
  package let path: String
  private let joint: any JointChannel

  /// - Parameter processes: nil: the module is opened in this process.
  init(path: String, in processes: ModuleProcesses?) throws(ModuleProblem) {
    try ELFFile(path: path).check()
    joint =
      if let processes {
        try HostedModule(path: path, in: processes)
      } else {
        try ModuleTable(openingModuleAt: path)
      }
    do {
      manifest = try joint.answer(to: .manifest, EmptyQuestion(), as: Manifest.self).checked()
    } catch let failure as ProviderFailure {
      throw ModuleProblem("has an invalid manifest: \(failure.message)")
    } catch let stopped as ModuleStopped {
      throw ModuleProblem("was stopped during \"manifest\": \(stopped.reason)")
    } catch {
      throw ModuleProblem("did not return its manifest: \(error)")
    }
    self.path = path
  }

  package func selector(claiming address: String) throws -> String? {
    let question = ClaimQuestion(address: address)
    let selector = try ask(.claim, question, as: ClaimAnswer.self).selector
    guard selector.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw ProviderFailure(
        .malformed, "\(manifest.name) accepts the address but returns an invalid selector")
    }
    return selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    guard isCurrent else { return nil }
    do {
      return try ask(.resolveRequest, query, as: ResolveAnswer.self).request?
        .checked(settings: manifest.settings)
    } catch let failure as ProviderFailure where failure.kind == .unsupported {
      return nil
    }
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let question = PageQuestion(answer: answer, query: query)
    return try ask(.resolve, question, as: Resolution.self).checked()
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try ask(.pageRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) throws -> Page {
    let question = PageQuestion(answer: answer, further: further, query: query)
    return try checked(ask(.page, question, as: Page.self))
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    try requireCurrent(for: "an account's listings")
    return try ask(.sourcesRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    let question = PageQuestion(answer: answer, query: query)
    return try checked(ask(.sources, question, as: Page.self))
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try requireCurrent(for: "the signed-in account")
    let question = AccountQuestion(settings: settings)
    return try ask(.accountRequest, question, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    let question = AccountQuestion(answer: answer, settings: settings)
    return try ask(.account, question, as: Account.self).checked()
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask(.renditionsRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let question = PhotoQuestion(answer: answer, query: query)
    let answered = try ask(.renditions, question, as: RenditionsAnswer.self)
    return try Rendition.checked(answered.renditions)
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try requireCurrent(for: "a photo's details")
    return try ask(.detailsRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    let question = PhotoQuestion(answer: answer, query: query)
    return try ask(.details, question, as: PhotoDetails.self).checked()
  }

  private func ask<Value: Decodable>(
    _ method: JointMethod, _ question: some Encodable, as type: Value.Type
  ) throws -> Value {
    do {
      return try joint.answer(to: method, question, as: type)
    } catch let stopped as ModuleStopped {
      throw ProviderFailure(
        .malformed,
        "the module of \(manifest.name) was stopped during \"\(method.rawValue)\": \(stopped.reason)"
      )
    }
  }

  /// Whether the module knows the methods that version 2 of the joint added.
  private var isCurrent: Bool { joint.version >= PHOTO_PROVIDER_ABI_VERSION }

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
