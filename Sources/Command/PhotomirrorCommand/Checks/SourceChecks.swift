import Console
import Foundation
import MirrorCore
import Mirroring
import Threads

/// Checks of a source: its provider, settings and key, and whether the site answers.
struct SourceChecks {
  let source: SourceAddress
  let options: SyncOptions
  let isOffline: Bool
  /// Looks up names.
  let threads: ThreadPool

  func run(_ environment: [String: String]) async throws -> [Diagnosis] {
    let chosen: ChosenSource
    let configuration: MirrorConfiguration
    do {
      chosen = try ChosenSource(source, options.provider, environment: environment)
      configuration = try chosen.configuration(options.mirror)
    } catch {
      let message = CommandFailure(of: error).message
      return [.failure("source", message.text, hint: message.hints.first)]
    }
    let found = [.ok("source", chosen.name)] + settings(chosen)
    guard !isOffline else { return found }
    let address = (try? chosen.firstRequest).flatMap {
      URLComponents(string: $0.url)
    }
    let hasProxy = MachineChecks(environment: environment).proxyVariables.isEmpty == false
    if let host = address?.host, !hasProxy {
      let name = await threads.run { HostCheck(host: host).run() }
      guard name.level == .ok else { return found + [name] }
      return found + [name] + (try await site(configuration, address))
    }
    return found + (try await site(configuration, address))
  }

  /// Where the key and the other settings come from, never what they are.
  private func settings(_ chosen: ChosenSource) -> [Diagnosis] {
    let manifest = chosen.provider.manifest
    let given = manifest.settings.compactMap { setting -> Diagnosis? in
      guard let origin = chosen.origins[setting.name], origin != "the default" else { return nil }
      return .ok(
        setting.isSecret ? "key" : "setting", "\(manifest.name).\(setting.name) from \(origin)")
    }
    guard let token = manifest.signIn?.authorization.token, chosen.origins[token] == nil else {
      return given
    }
    return given + [
      .ok("token", "not signed in; 'photomirror login \(manifest.name)' shows private photos too")
    ]
  }

  private func site(
    _ configuration: MirrorConfiguration, _ address: URLComponents?
  ) async throws -> [Diagnosis] {
    do {
      let answer = try await SiteProbe(configuration).run()
      let seconds = answer.elapsed / .seconds(1)
      let text = "answers in \(seconds.formatted(.number.precision(.fractionLength(1)))) s"
      return [
        encryption(address),
        .ok("site", answer.photos == 0 ? "\(text), and lists no photo" : text),
        clock(answer.clockLead),
      ].compactMap(\.self)
    } catch let error as MirrorError {
      let subject =
        switch error {
        case .source(_, .certificate): "TLS"
        case .source(_, .proxy): "proxy"
        default: "site"
        }
      let standard =
        error.isPassing
        ? "try again later: the site may be down"
        : "check the source and its settings: 'photomirror list \(ShellWord.quoted(source.canonical))'"
      return [
        .failure(subject, error.report.text, hint: error.report.hints.first ?? standard)
      ]
    }
  }

  private func encryption(_ address: URLComponents?) -> Diagnosis? {
    guard let host = address?.host, let scheme = address?.scheme?.lowercased() else { return nil }
    if scheme == "https" { return .ok("TLS", "the certificate of \(host) is trusted") }
    if ["localhost", "127.0.0.1", "[::1]"].contains(host) { return nil }
    return .warning(
      "TLS", "the calls to \(host) are not encrypted",
      hint: "others can read the key: use an address with https://")
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
