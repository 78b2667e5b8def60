import ModuleHosting
import ProviderKit

/// A provider in a loaded module, in this process or in processes of its own, or in a program.
///
/// A module may be from another author: its answers are checked against ``JointLimits`` first. An
/// answer that exceeds them is a ``ProviderFailure`` with `.malformed`; an invalid photo costs only
/// itself.
package struct LoadedProvider: RemoteProvider {
  /// The manifest with which the module answered when it was opened.
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

  package func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) throws -> Answer {
    do {
      return try call.ask(unchecked, question).checked(for: manifest)
    } catch let stopped as ModuleStopped {
      throw ProviderFailure(.malformed, "the module of \(manifest.name) \(stopped)")
    }
  }
}

/// A program that lists by itself: its pages are answers of ``ListerNetwork``.
extension LoadedProvider {
  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    try lister == nil ? ask(.resolveRequest, query).request : nil
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try lister == nil
      ? ask(.pageRequest, query) : RequestDescription(url: ListerPlace.address(query.cursor))
  }

  package func page(
    from answer: Answer, further: [Answer], for query: PageQuery
  ) throws -> Page {
    guard lister == nil else {
      return try ListerAnswer.page(answer).checked(for: manifest)
    }
    var page = try ask(.page, PageQuestion(answer: answer, further: further, query: query))
    page.notes += unchecked.takeNotes()
    return page
  }
}
