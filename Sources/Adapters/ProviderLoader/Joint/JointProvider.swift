import Foundation
import ModuleHosting
import ProviderKit

/// A provider behind a joint, as it answers: nothing is checked but that an answer can be decoded.
///
/// Every method throws ``ProviderFailure`` or ``ModuleStopped``. Use ``LoadedProvider``, unless the answers are to be examined.
package struct JointProvider: PhotoProvider {
  /// As the module answered when it was opened.
  package let manifest: Manifest
  private let joint: any JointChannel

  /// - Parameter processes: nil: a module is opened in this process.
  init(_ file: ModuleFile, in processes: ModuleProcesses?) throws(ModuleProblem) {
    joint = try Self.open(file, in: processes)
    do {
      manifest = try joint.answer(to: .manifest, EmptyQuestion(), as: Manifest.self)
    } catch let failure as ProviderFailure {
      throw ModuleProblem("has an invalid manifest: \(failure.message)")
    } catch let stopped as ModuleStopped {
      throw ModuleProblem("\(stopped)")
    } catch {
      throw ModuleProblem("did not return its manifest: \(error)")
    }
  }

  private static func open(
    _ file: ModuleFile, in processes: ModuleProcesses?
  ) throws(ModuleProblem) -> any JointChannel {
    guard file.program == nil else {
      try TrustedFile.check(file.path)
      guard access(file.path, X_OK) == 0 else {
        throw ModuleProblem("is not executable; run 'chmod +x \(file.path)'")
      }
      guard let processes else { throw ModuleProblem("is a program, which cannot be started here") }
      return HostedProgram(path: file.path, in: processes)
    }
    try ELFFile(path: file.path).check()
    if let processes { return try HostedModule(path: file.path, in: processes) }
    return try ModuleTable(openingModuleAt: file.path)
  }

  /// What the module has said besides since the last call.
  func takeNotes() -> [String] { joint.takeNotes() }

  package func selector(claiming address: String) throws -> String? {
    try ask(.claim, ClaimQuestion(address: address), as: ClaimAnswer.self).selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    do {
      return try ask(.resolveRequest, query, as: ResolveAnswer.self).request
    } catch let failure as ProviderFailure where failure.kind == .unsupported {
      return nil
    }
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    try ask(.resolve, PageQuestion(answer: answer, query: query), as: Resolution.self)
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try ask(.pageRequest, query, as: RequestDescription.self)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) throws -> Page {
    try ask(.page, PageQuestion(answer: answer, further: further, query: query), as: Page.self)
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    try ask(.sourcesRequest, query, as: RequestDescription.self)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    try ask(.sources, PageQuestion(answer: answer, query: query), as: Page.self)
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try ask(
      .accountRequest, AccountQuestion(settings: settings), as: RequestDescription.self)
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    try ask(.account, AccountQuestion(answer: answer, settings: settings), as: Account.self)
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask(.renditionsRequest, query, as: RequestDescription.self)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let question = PhotoQuestion(answer: answer, query: query)
    return try ask(.renditions, question, as: RenditionsAnswer.self).renditions
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try ask(.detailsRequest, query, as: RequestDescription.self)
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    try ask(.details, PhotoQuestion(answer: answer, query: query), as: PhotoDetails.self)
  }

  private func ask<Value: Decodable>(
    _ method: JointMethod, _ question: some Encodable, as type: Value.Type
  ) throws -> Value {
    try joint.answer(to: method, question, as: type)
  }
}
