import Testing

@testable import Operations

@Suite("OperationStateMachine")
struct OperationStateMachineTests {
  private typealias Machine = OperationStateMachine

  private enum Event: CaseIterable {
    case start, settle, cancel, bodyEnded, finish
  }

  @Test("In every order of six events phases only move forward and the first outcome remains")
  func everyOrder() {
    let events = Event.allCases
    for code in 0..<(5 * 5 * 5 * 5 * 5 * 5) {
      var machine = Machine()
      var rest = code
      for _ in 0..<6 {
        let before = machine
        apply(events[rest % 5], to: &machine)
        rest /= 5
        #expect(machine.phase >= before.phase)
        if let ending = before.ending {
          #expect(machine.ending.map(label) == label(ending))
        }
        if machine.phase == .finished { #expect(machine.ending != nil) }
        if before.isCancelled { #expect(machine.isCancelled) }
      }
    }
  }

  /// Applies the event as the operation would: a body ends only if one runs.
  private func apply(_ event: Event, to machine: inout Machine) {
    switch event {
    case .start: _ = machine.start()
    case .settle: _ = machine.settle(.succeeded)
    case .cancel: _ = machine.cancel()
    case .bodyEnded:
      if [.running, .settling].contains(machine.phase) { _ = machine.bodyEnded(.failed(Broken())) }
    case .finish: _ = machine.finish()
    }
  }

  private func label(_ ending: OperationEnding) -> String { "\(ending)" }

  @Test("An outcome set before the start finishes the operation at the start")
  func parked() {
    var machine = Machine()
    #expect(machine.settle(.succeeded) == true)
    #expect(machine.phase == .pending)
    #expect(machine.finish() == false)
    #expect(machine.start() == true)
    #expect(machine.phase == .settling)
    #expect(machine.finish() == true)
    #expect(machine.start() == false)
    #expect(machine.finish() == false)
  }

  @Test("An operation that ends after a cancellation is cancelled, and cannot be settled")
  func cancelled() {
    var machine = Machine()
    #expect(machine.start() == true)
    #expect(machine.phase == .running)
    #expect(machine.cancel() == true)
    #expect(machine.cancel() == false)
    #expect(machine.settle(.succeeded) == false)
    #expect(machine.bodyEnded(.succeeded) == false)
    #expect(machine.ending.map(label) == "cancelled")
  }
}
