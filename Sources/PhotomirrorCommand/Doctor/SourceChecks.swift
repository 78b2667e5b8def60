import Console
import Foundation
import MirrorCore
import Mirroring

/// Checks of a source: its provider, settings and key, and whether the site answers.
struct SourceChecks {
  let sync: SyncCommand
  let isOffline: Bool

  func run(_ environment: [String: String]) async throws -> [Diagnosis] {
    let chosen: ChosenSource
    let configuration: MirrorConfiguration
    do {
      chosen = try ChosenSource(sync.source, sync.options.provider, environment: environment)
      configuration = try chosen.configuration(sync.options.mirror, directory: "")
    } catch let error as UsageError {
      return [.failure("source", error.text, hint: error.hints.first)]
    } catch let failure as CommandFailure {
      return [.failure("source", failure.message.text, hint: failure.message.hints.first)]
    }
    let settings: [Diagnosis] = [.ok("source", chosen.name)]
    guard !isOffline else { return settings }
    let probe = SiteProbe(configuration)
    do {
      let answer = try await probe.run()
      let seconds = answer.elapsed / .seconds(1)
      let text = "answers in \(seconds.formatted(.number.precision(.fractionLength(1)))) s"
      return settings
        + [
          .ok("site", answer.photos == 0 ? "\(text), and lists no photo" : text),
          clock(answer.clockLead),
        ].compactMap(\.self)
    } catch let error as MirrorError {
      return settings + [.failure("site", error.report.text, hint: error.report.hints.first)]
    }
  }

  /// A sign-in is refused if the clock is wrong by more than some minutes; times of photos only if it is more.
  private func clock(_ lead: Double?) -> Diagnosis? {
    guard let lead else { return nil }
    guard abs(lead) > 60 else { return .ok("clock", "agrees with the server's") }
    let minutes = (abs(lead) / 60).formatted(.number.precision(.fractionLength(0)))
    return .failure(
      "clock",
      "this machine's clock is \(minutes) minutes \(lead > 0 ? "ahead of" : "behind") the server's",
      hint: "set it (timedatectl set-ntp true): sites refuse sign-ins from another time")
  }
}
