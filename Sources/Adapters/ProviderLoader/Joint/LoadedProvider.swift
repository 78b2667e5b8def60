import ModuleHosting
import ProviderKit

/// A provider in a loaded module, in this process or in processes of its own, or in a program.
///
/// A module may be from another author: its answers are checked against ``JointLimits`` first. An
/// answer that exceeds them is a ``ProviderFailure`` with `.malformed`; an invalid photo costs only
/// itself.
package struct LoadedProvider: PhotoProvider {
  /// As the module answered when it was opened.
  package let manifest: Manifest
  /// Path of the shared library, or of the program.
  package let path: String
  /// The provider whose answers are not checked.
  package let unchecked: JointProvider
  /// The program, if it lists by itself.
  package let lister: Lister?

  /// - Parameter processes: nil: a module is opened in this process.
  init(_ file: ModuleFile, in processes: ModuleProcesses?) throws(ModuleProblem) {
    unchecked = try JointProvider(file, in: processes)
    do {
      manifest = try unchecked.manifest.checked()
    } catch {
      throw ModuleProblem("has an invalid manifest: \(error.message)")
    }
    path = file.path
    lister = file.isLister ? processes.map { Lister(path: file.path, in: $0) } : nil
    guard file.program.map({ $0 == manifest.name }) ?? true else {
      throw ModuleProblem("calls itself \"\(manifest.name)\", unlike its file")
    }
  }

  package func selector(claiming address: String) throws -> String? {
    let selector = try ask { try $0.selector(claiming: address) }
    guard selector.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw ProviderFailure(
        .malformed, "\(manifest.name) accepts the address but returns an invalid selector")
    }
    return selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    guard lister == nil else { return nil }
    return try ask { try $0.resolveRequest(for: query) }?.checked(settings: manifest.settings)
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    try ask { try $0.resolution(from: answer, for: query) }.checked()
  }

  /// The request for a page of a program that lists by itself is answered by ``ListerNetwork``.
  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    guard lister == nil else {
      return RequestDescription(url: ListerPlace.address(query.cursor))
    }
    return try ask { try $0.pageRequest(for: query) }.checked(settings: manifest.settings)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) throws -> Page {
    guard lister == nil else { return try checked(ListerAnswer.page(answer)) }
    var page = try checked(ask { try $0.page(from: answer, further: further, for: query) })
    page.notes += unchecked.takeNotes()
    return page
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    try ask { try $0.sourcesRequest(for: query) }.checked(settings: manifest.settings)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    try checked(ask { try $0.sources(from: answer, for: query) })
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try ask { try $0.accountRequest(settings: settings) }.checked(settings: manifest.settings)
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    try ask { try $0.account(from: answer, settings: settings) }.checked()
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask { try $0.renditionsRequest(for: query) }.checked(settings: manifest.settings)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    try Rendition.checked(ask { try $0.renditions(from: answer, for: query) })
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask { try $0.detailsRequest(for: query) }.checked(settings: manifest.settings)
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    try ask { try $0.details(from: answer, for: query) }.checked()
  }

  private func ask<Value>(_ question: (JointProvider) throws -> Value) throws -> Value {
    do {
      return try question(unchecked)
    } catch let stopped as ModuleStopped {
      throw ProviderFailure(.malformed, "the module of \(manifest.name) \(stopped)")
    }
  }

  private func checked(_ page: Page) throws(ProviderFailure) -> Page {
    var checked = try page.checked()
    checked.more = try page.checkedRequests(settings: manifest.settings)
    return checked
  }
}
