import ProviderKit

/// A provider in a loaded module, called through the module's C table.
///
/// A module may be from somebody else: its answers are checked against the joint's limits first. An
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
      throw ModuleProblem("cannot be asked: \(error)")
    }
    self.path = path
    self.table = table
  }

  package func selector(claiming address: String) throws -> String? {
    let question = ClaimQuestion(address: address)
    let selector = try table.answer(to: .claim, question, as: ClaimAnswer.self).selector
    guard selector.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw ProviderFailure(
        .malformed, "\(manifest.name) claims an address with no usable selector")
    }
    return selector
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try table.answer(to: .pageRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let question = PageQuestion(answer: answer, query: query)
    return try table.answer(to: .page, question, as: Page.self).checked()
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    try table.answer(to: .renditionsRequest, query, as: RequestDescription.self)
      .checked(settings: manifest.settings)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let question = RenditionsQuestion(answer: answer, query: query)
    let answered = try table.answer(to: .renditions, question, as: RenditionsAnswer.self)
    return try Rendition.checked(answered.renditions)
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
      throw ProviderFailure(.unsupported, "the module does not know \"\(method.rawValue)\"")
    default:
      throw ProviderFailure(
        .malformed,
        "the module answered \"\(method.rawValue)\" with the unknown status \(status.rawValue)")
    }
  }
}
