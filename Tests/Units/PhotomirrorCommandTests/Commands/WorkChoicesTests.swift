import MirrorCore
import Testing

@testable import Mirroring
@testable import PhotomirrorCommand

@Suite("The options of a worker's sources")
struct WorkChoicesTests {
  private func choices(_ words: [String], kept: String?) throws -> WorkChoices {
    let line = try ArgumentParser.parse(
      ["--store", "photos"] + words, as: WorkCommand.syntax)
    let recorded = RecordedSource(address: "site:all", choices: nil, options: kept)
    return WorkChoices(line, try WorkCommand.values(of: line), recorded: [recorded], of: [], [:])
  }

  @Test("A source has the options of its last run that the command line and the configuration lack")
  func kept() throws {
    let kept = #"["--limit=7", "--size=800", "--tag=cat", "--gone=trash", "--with=exif"]"#
    let choices = try choices(["--size", "1600"], kept: kept)
    let options = try choices.mirror(for: "site:all")
    #expect(options.limit == 7 && options.details == [.exif] && options.filter.tags.count == 1)
    #expect(options.size == .edge(1600))
    // What needs a run that knows the whole listing is not a worker's.
    #expect(options.gone == MirrorOptions().gone)
    #expect(try choices.mirror(for: "site:other").limit == nil)
  }

  @Test("Options in a catalog that no run can have recorded are refused, and name the catalog")
  func invalid() throws {
    for kept in [
      #"["--limit=none"]"#, #"["--exclude-file=/etc/passwd"]"#, #"["--progress=json"]"#,
      #"["--tag=cat"#, "{}",
    ] {
      let choices = try choices([], kept: kept)
      let error = #expect(throws: UsageError.self) { try choices.mirror(for: "site:all") }
      #expect(error?.text.hasPrefix("the options in the catalog are invalid: ") == true)
    }
  }

  @Test("An error of a source is a sentence, and its hints are found again")
  func refusal() throws {
    let choices = try choices([], kept: #"["--limit=none"]"#)
    let error = try #require(
      #expect(throws: MirrorError.self) { _ = try choices.configuration(of: "no source") })
    let refusal = try #require(choices.refusal(of: error))
    #expect(error.message == refusal.text && !refusal.text.contains("UsageError"))
    #expect(choices.hints(of: "no source: \(refusal.text)") == refusal.hints)
    #expect(choices.hints(of: "another problem").isEmpty)
    #expect(choices.refusal(of: .source("another problem")) == nil)
  }
}
