import Foundation
import Operations
import OperationsTesting
import Testing

private struct Offline: Error {}
private let isOnline = true

@Suite("The guide's page on conditions and exclusion")
struct GuideConditions {
  @Test("The guide's examples of a condition, a barrier, a key and a time limit run")
  func requirements() async throws {
    let login = AsyncOperation<Void> { throw Offline() }
    login.name = "login"
    let upload = AsyncOperation { "uploaded" }
    upload.require { guard isOnline else { throw Offline() } }
    upload.addDependency(login)
    upload.requireSuccessOfDependencies()
    let queue = OperationQueue()
    for operation in [login, upload] as [Operation] { queue.addOperation(operation) }
    if case .failure(let error as DependencyFailed) = await upload.outcome {
      print("\(error.dependency ?? "?"): \(error.rootCause.map { "\($0)" } ?? "cancelled")")
    }
    let failure = upload.settledOutcome?.failure as? DependencyFailed
    #expect(failure?.rootCause is Offline)
  }

  @Test("In the guide's example two operations of one key run in turn, within their time limit")
  func exclusion() async throws {
    let gauge = ConcurrencyGauge()
    let exclusion = Exclusion()
    let writers = (1...10).map { number in
      let writer = AsyncOperation {
        await gauge.measure { await Task.yield() }
        return number
      }
      writer.requireExclusive(["catalog"], in: exclusion)
      writer.timeOut(after: .seconds(300))
      return writer
    }
    let outcomes = try await GroupOperation.parallel(writers).run()
    #expect(outcomes.compactMap(\.value) == Array(1...10))
    #expect(gauge.peak == 1)
  }
}
