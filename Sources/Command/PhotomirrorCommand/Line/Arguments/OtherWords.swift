/// Commands and options of other programs, and what to write instead.
enum OtherWords {
  /// - Returns: A hint, or none.
  static func hint(forCommand word: String) -> [String] {
    let name = commands.first { $0.words.contains(word.lowercased()) }?.name
    return name.map { ["use 'photomirror \($0)'"] } ?? []
  }

  /// - Parameter option: With its dashes.
  /// - Returns: A hint, or none.
  static func hint(forOption option: String, of command: CommandSyntax) -> [String] {
    let word = option.drop { $0 == "-" }
    guard word.count > 1 || !option.hasPrefix("--") else { return [] }
    let names = Set(command.options.map(\.name) + [command.name])
    return options.first { $0.words.contains(String(word)) && names.contains($0.needed) }
      .map { ["use \($0.instead)"] } ?? []
  }

  private static let commands: [(words: [String], name: String)] = [
    (["mirror", "download", "get", "pull", "clone", "update", "run"], "sync"),
    (["ls", "show", "search"], "list"),
    (["info", "stat", "stats", "state"], "status"),
    (["fsck", "test"], "verify"),
    (["fix"], "repair"),
    (["backup", "snapshot"], "copy"),
    (["rm", "remove", "delete", "exclude", "ignore"], "forget"),
    (["undelete", "recycle"], "restore"),
    (["serve", "open", "web"], "browse"),
    (["html", "site", "publish"], "gallery"),
    (["signin", "auth", "authorize"], "login"),
    (["signout"], "logout"),
    (["sites", "sources", "plugins", "modules"], "providers"),
    (["configuration", "settings"], "config"),
    (["cron", "timer"], "schedule"),
    (["daemon"], "watch"),
  ]

  /// `needed` is an option of the command, or the command itself.
  private static let options: [(words: [String], needed: String, instead: String)] = [
    (["n", "simulate", "just-print", "no-download"], "dry-run", "--dry-run"),
    (["delete", "delete-after", "prune"], "gone", "--gone trash or --gone delete"),
    (["delete", "clear", "purge"], "trash", "--empty"),
    (
      ["f", "force", "overwrite"], "upgrade",
      "--upgrade for larger files, 'photomirror repair' for damaged ones"
    ),
    (["update", "u"], "full", "--full to find changes of older photos"),
    (["c", "continue", "resume"], "sync", "the same command again: sync resumes by itself"),
    (
      ["exclude", "x", "filter", "ignore"], "exclude-tag",
      "--exclude-tag TAG or --exclude-file FILE"
    ),
    (
      ["config", "conf", "config-file"], "provider-path",
      "the environment variable PHOTOMIRROR_CONFIG"
    ),
    (
      ["output", "o", "out", "directory", "d", "dest", "destination"], "sync",
      "the last argument for the directory"
    ),
    (["html", "out"], "output", "-o FILE"),
    (["fix", "repair"], "verify", "'photomirror repair'"),
    (["api-key", "key", "token", "password"], "set-file", "--set-file PROVIDER.key=PATH"),
    (["user-agent", "a"], "contact", "--contact"),
    (
      ["insecure", "k", "no-check-certificate"], "ca-file",
      "--ca-file PATH to trust an authority of your own"
    ),
    (["proxy"], "contact", "the environment variables http_proxy and https_proxy"),
    (["timeout"], "stall-timeout", "--stall-timeout"),
    (["retries", "retry", "tries", "t"], "attempts", "--attempts or --retry-for"),
    (["parallel", "threads", "transfers", "concurrency"], "jobs", "--jobs"),
    (["rate", "bwlimit", "limit-rate"], "max-rate", "--max-rate"),
    (["max", "count", "range", "number"], "limit", "--limit"),
    (["from", "after", "date-after", "start"], "since", "--since"),
    (["to", "before", "date-before", "end"], "until", "--until"),
    (["silent", "s", "no-progress"], "quiet", "--quiet"),
    (["debug", "log-level"], "verbose", "--verbose"),
    (["format", "template", "filename"], "name", "--name TEMPLATE"),
    (["metadata", "write-metadata"], "sidecar", "--sidecar xmp,json"),
    (["photos", "photos-only", "no-videos", "videos"], "media", "--media photo or --media video"),
    (["quality", "resolution", "original"], "size", "--size"),
  ]
}
