import Foundation
import Testing

@Suite("The lines of the targets")
struct TargetLinesTests {
  private static func kept() throws -> TargetLines {
    let place = SourceTree.root.appending(path: "Tests/lines")
    return TargetLines(kept: try String(contentsOf: place, encoding: .utf8))
  }

  @Test("No target has 300 lines more than Tests/lines keeps")
  func grown() throws {
    let growth = TargetLines.ofSources().growth(over: try Self.kept())
    #expect(growth.isEmpty, "\(growth.joined(separator: "\n"))")
  }

  @Test("Tests/lines keeps no target that there is not")
  func gone() throws {
    let gone = Set(try Self.kept().counts.keys).subtracting(TargetLines.ofSources().counts.keys)
    #expect(gone.isEmpty, "Tests/Programs/lines writes the file again")
  }

  @Test(
    "A target that has grown is reported with its lines and the growth",
    arguments: [
      (nil, 300, nil), (nil, 301, 301), (1000, 1300, nil), (1000, 1301, 301), (1000, 12, nil),
    ] as [(Int?, Int, Int?)])
  func growth(kept: Int?, count: Int, more: Int?) {
    let row = kept.map { "Sources/Core/A \($0)\n" } ?? ""
    let growth = TargetLines(["Sources/Core/A": count]).growth(over: TargetLines(kept: row))
    let said = more.map {
      "Sources/Core/A has \(count) lines, \($0) more than kept in Tests/lines: say in the commit"
        + " what the addition merges with, and write the new number"
    }
    #expect(growth == (said.map { [$0] } ?? []))
  }
}
