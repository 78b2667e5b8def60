import Configuration
import Console
import Foundation
import MirrorCore
import Mirroring
import ProviderKit
import ProviderLoader
import SystemCalls
import Threads

/// `photomirror init`: asks what is to be mirrored, tries it, and adds it to the configuration.
struct InitCommand: Command {
  struct Options: CommandOptions {
    var site: String?
    var source: String?
    var directory: String?
    var keyFile: String?
    var mirror: String?
    var contact: String?
    var provider = ProviderOptions()
  }

  static let name = CommandName.initialize
  static let text = CommandText(
    summary: "Set up a mirror by answering four questions",
    operands: [],
    examples: [
      .init("photomirror init", "asks for the site, the account, the directory and the key"),
      .init(
        "photomirror init --site flickr --source recent --directory ~/new --key-file -",
        "without questions, the key from standard input"),
    ],
    exitStatuses: [
      .success, .somePhotosFailed, .usage, .sourceFailed, .directoryFailed, .providerRefused,
    ],
    meanings: [
      .success: "the mirror is in the configuration, and 'doctor' found no failure",
      .somePhotosFailed: "it is there, and 'doctor' found a failure",
      .sourceFailed:
        "the site refused the source or the key, or is unreachable; nothing was written",
      .directoryFailed: "the configuration cannot be written, or another key is there",
    ])
  static let options: [Option<Options>] =
    [
      .optional("site", .text("NAME"), \.site, "The provider, as 'photomirror providers' names it"),
      .optional(
        "source", .text("SOURCE"), \.source,
        "The account, or a source of the site, or a web address"),
      .optional("directory", .text("DIRECTORY"), \.directory, "Where the photos go"),
      .optional(
        "key-file", .text("FILE"), \.keyFile,
        "The file with the site's key; -: read it from standard input, and store it"),
      .optional(
        "name", .text("NAME"), \.mirror, "The name of the mirror; otherwise that of the directory"),
      .optional(
        "contact", .text("CONTACT"), \.contact,
        "A mail address or web page, for sites that want to know who asks"),
    ] + ProviderOptions.search.at(\.provider)

  private static let attempts = 3

  private let options: Options
  private let interview = Interview()

  var opensModules: Bool { true }

  init(_ operands: [String], _ options: Options) { self.options = options }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let environment = context.environment
    guard let path = HomePath.configuration(in: environment) else {
      throw UsageError(UserConfiguration.lack(of: nil, in: environment))
    }
    try checkAnswers()
    let file = try UserConfiguration.read(in: environment)
    let wish = try await wish(file, environment)
    let directory = try await answer(
      options.directory, "Directory of the photos:",
      usual: "~/Pictures/\(wish.manifest.name)")
    let home = HomePath(home: environment["HOME"])
    let place = home.absolute(directory) == nil ? URL(filePath: directory).path : directory
    let name = options.mirror ?? Self.name(of: place)
    try ConfigurationDraft(
      path: path, name: name, source: wish.source, directory: place, provider: wish.manifest.name,
      key: wish.key, contact: wish.contact
    ).write(home: environment["HOME"])
    Output.standard.write(lines: ["added the mirror '\(name)' to \(path)"])
    return try await examine(name)
  }

  /// Without a terminal, every answer must be there.
  private func checkAnswers() throws(UsageError) {
    let given = [
      ("--site", options.site), ("--source", options.source), ("--directory", options.directory),
    ]
    let missing = given.filter { $0.1 == nil }.map(\.0)
    guard !missing.isEmpty, !interview.isPossible else { return }
    throw UsageError(
      "init asks questions, and there is no terminal; \(missing.joined(separator: ", ")) "
        + "\(missing.count == 1 ? "is" : "are") missing",
      hints: [
        "give --site NAME, --source SOURCE and --directory DIRECTORY, and --key-file FILE if the site needs a key"
      ])
  }

  private func answer(
    _ given: String?, _ question: String, usual: String? = nil
  ) async throws -> String {
    if let given { return given }
    return try await interview.ask(question, usual: usual)
  }

  /// What was tried and works.
  private struct Wish {
    let manifest: Manifest
    let source: String
    let key: ConfigurationDraft.Key?
    let contact: String?
  }

  /// Asks for the source and its key, and asks again for what the site refuses.
  private func wish(
    _ file: ConfigurationFile?, _ environment: [String: String]
  ) async throws -> Wish {
    let manifest = try await manifest(environment)
    let settings = try file.map { file throws(UsageError) in
      try ConfiguredSetting.settings(
        of: file, provider: manifest.name, home: HomePath(home: environment["HOME"]))
    }
    var typed: String?
    for attempt in 1... {
      let isLast = attempt == Self.attempts || !interview.isPossible || options.source != nil
      do {
        let text = try await answer(
          options.source,
          "Account at \(manifest.name), or a web address, or a source "
            + "(\(manifest.sources.prefix(3).map(\.usage).joined(separator: ", ")), …):")
        let address = try SourceWords(text, at: manifest).address
        var trial = SourceTrial(
          manifest: manifest, provider: options.provider, environment: environment)
        trial.provider.configured = settings ?? []
        let key = try await key(for: &trial, typed, environment)
        typed = key?.value
        let contact =
          manifest.needsContact
          ? try await answer(
            options.contact, "Your mail address or web page, which the site wants:")
          : options.contact
        let source = try await trial.run(address, contact: contact)
        return Wish(manifest: manifest, source: source, key: key, contact: contact)
      } catch let error as UsageError where !isLast && error != Interview.noAnswer {
        error.message.write()
      } catch let failure as CommandFailure where !isLast {
        failure.message.write()
      }
    }
    throw UsageError("the source was not found")
  }

  private func manifest(_ environment: [String: String]) async throws -> Manifest {
    let providers = ProviderLoader(providerPath: options.provider.path, environment: environment)
      .load().providers.map(\.manifest)
    let names = providers.map(\.name)
    let site = try await answer(
      options.site, "Site (\(names.joined(separator: ", "))):",
      usual: names.contains("flickr") ? "flickr" : nil)
    guard let manifest = providers.first(where: { $0.name == site }) else {
      throw CommandFailure(
        .providerRefused, "there is no provider '\(site)'",
        hints: NearestName.hint(site, among: names, quote: "'")
          + ["the providers are \(names.joined(separator: ", "))"])
    }
    return manifest
  }

  /// The key that the provider needs, and the trial has no value for.
  /// - Parameter typed: The one that was typed before.
  private func key(
    for trial: inout SourceTrial, _ typed: String?, _ environment: [String: String]
  ) async throws -> ConfigurationDraft.Key? {
    guard let setting = trial.manifest.settings.first(where: { $0.isRequired && $0.isSecret })
    else { return nil }
    if let path = options.keyFile, path != "-" {
      let file = HomePath(home: environment["HOME"]).absolute(path) ?? URL(filePath: path).path
      trial.set(setting, try SettingFile(file, for: "--key-file").value)
      return .init(setting: setting.name, file: file, value: nil)
    }
    guard options.keyFile != nil || !trial.hasValues else {
      trial.warn(about: setting)
      return nil
    }
    let value: String
    if options.keyFile != nil {
      value = try SettingFile("/dev/stdin", for: "--key-file -").value
    } else if interview.isPossible {
      value = try await interview.askSecret(
        "\(setting.summary)\nKey, which is not shown as you type it"
          + (typed == nil ? ":" : "; an empty line for the same:"), usual: typed)
    } else {
      throw UsageError(
        "\(trial.manifest.name) needs a key: \(setting.summary)",
        hints: ["give --key-file FILE, or - to read it from standard input"])
    }
    trial.set(setting, value)
    let folder = UnattendedOptions.folder(of: HomePath.configuration(in: environment) ?? "")
    let home = environment["HOME"].flatMap { folder.hasPrefix($0 + "/") ? $0 : nil }
    let place = home.map { "~" + folder.dropFirst($0.count) } ?? folder
    return .init(
      setting: setting.name, file: "\(place)/\(trial.manifest.name).\(setting.name)", value: value)
  }

  /// The last part of a directory, as far as a mirror's name can have it.
  private static func name(of directory: String) -> String {
    let part = directory.split(separator: "/").last.map(String.init) ?? ""
    let name = part.lowercased().map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
    let trimmed = String(name.prefix(40)).trimmingCharacters(in: ["-", "_"])
    return trimmed.isEmpty || trimmed == "~" ? "photos" : trimmed
  }

  /// Runs 'doctor' as a process of its own, which reads the configuration that was written.
  private func examine(_ name: String) async throws -> ExitStatus {
    let run = try ChildRun.start(
      ["doctor"] + options.provider.path.flatMap { ["--provider-path", $0] } + [name])
    let threads = ThreadPool(name: "runs", width: 1)
    let ending = await threads.run { run.wait() }
    await threads.shutdown()
    guard ending == .exited(0) else { return .somePhotosFailed }
    Output.standard.write(lines: [
      "'photomirror sync \(name)' mirrors it; 'photomirror schedule \(name) daily' does every day"
    ])
    return .success
  }
}
