import Foundation
import ModuleHosting
import ProviderKit

/// A provider behind a joint, as it answers: nothing is checked but that an answer can be decoded.
///
/// Every method throws ``ProviderFailure`` or ``ModuleStopped``. Use ``LoadedProvider``, unless the answers are to be examined.
package struct JointProvider: RemoteProvider {
  /// The manifest with which the module answered when it was opened.
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
    try TrustedFile.check(file.path)
    guard file.program == nil else {
      guard access(file.path, X_OK) == 0 else {
        throw ModuleProblem("is not executable; run 'chmod +x \(file.path)'")
      }
      guard let processes else { throw ModuleProblem("is a program, which cannot be started here") }
      return HostedProgram(path: file.path, in: processes)
    }
    try ModuleProcessor.check(file.path)
    if let processes { return try HostedModule(path: file.path, in: processes) }
    return try ModuleTable(openingModuleAt: file.path)
  }

  /// What the module has said besides since the last call.
  func takeNotes() -> [String] { joint.takeNotes() }

  package func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) throws -> Answer {
    try joint.answer(to: call.method, question, as: Answer.self)
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    do {
      return try ask(.resolveRequest, query).request
    } catch let failure as ProviderFailure where failure.kind == .unsupported {
      return nil
    }
  }
}
