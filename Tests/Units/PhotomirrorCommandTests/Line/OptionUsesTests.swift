import Testing

@testable import PhotomirrorCommand

@Suite("What else an option of sync is for")
struct OptionUsesTests {
  /// For each option: whether the catalog keeps it and workers have it, and the commands that take it from the
  /// configuration of a mirror. A backslash continues a line.
  private static let expected = #"""
    accept-losses: workers; work
    albums: later runs
    all: sync
    attempts: fetch work
    ca-file: adopt list fetch work verify repair login whoami
    calls-per-hour: adopt list fetch work verify repair login whoami
    catalog: import adopt work status report verify repair copy recover bundle trash restore \
      forget rename thumbnails export gallery browse doctor
    contact: later runs; adopt list fetch work verify repair login whoami
    dedupe: later runs
    dry-run: sync
    exclude-file: later runs + workers; work
    exclude-tag: later runs + workers; work
    full: workers; work
    gone-after: later runs
    gone: later runs
    help: sync
    http2: adopt list fetch work verify repair login whoami
    jobs: fetch work
    keep-undecoded: later runs + workers; work
    keep-versions: later runs
    license: later runs + workers; work
    limit: later runs + workers; work
    lister-reads: adopt list work verify repair doctor login whoami
    log-file: workers; work
    max-bytes: sync
    max-edge: later runs + workers; work
    max-gone: later runs
    max-memory: import adopt fetch work verify repair copy thumbnails gallery browse check \
      thumbnail
    max-pixels: import adopt fetch work verify repair copy thumbnails gallery browse check \
      thumbnail
    max-rate: sync
    max-seconds: import adopt fetch work verify repair copy thumbnails gallery browse check \
      thumbnail
    max-time: workers; work
    media: later runs + workers; work
    metrics: workers; work
    min-edge: later runs + workers; work
    min-free: sync
    mtime: workers; work
    name: workers; work
    new: sync
    on-end: workers; work
    progress: sync
    provider-path: adopt list work verify repair init doctor providers login logout whoami
    quiet: sync
    report: workers; work
    require-sandbox: import adopt list fetch work verify repair copy thumbnails providers \
      login whoami check thumbnail
    retry-for: fetch work repair
    s3-addressing: adopt work verify repair recover bundle trash restore forget rename thumbnails \
      gallery
    s3-endpoint: adopt work verify repair recover bundle trash restore forget rename thumbnails \
      gallery
    s3-lock: work
    s3-region: adopt work verify repair recover bundle trash restore forget rename thumbnails \
      gallery
    s3-retain: work
    set-file: adopt list work verify repair doctor login whoami
    set: adopt list work verify repair doctor login whoami
    sidecar-name: workers; work
    sidecar: workers; work
    since: later runs + workers; work
    size: later runs + workers; work
    stall-timeout: fetch work
    store: adopt work verify repair recover bundle trash restore forget rename thumbnails gallery
    tag: later runs + workers; work
    thumbnail-format: workers; import adopt fetch work
    thumbnail: later runs + workers; import adopt fetch work
    until: later runs + workers; work
    upgrade: sync
    verbose: adopt list fetch work verify repair login whoami
    webdav-clear-text: adopt work verify repair recover bundle trash restore forget rename \
      thumbnails gallery
    weekly: sync
    with: later runs + workers; work
    """#

  private func line(_ option: OptionSyntax) -> String {
    let uses = [
      option.uses.contains(.laterRuns) ? "later runs" : nil,
      option.uses.contains(.workers) ? "workers" : nil,
    ].compactMap(\.self).joined(separator: " + ")
    let commands = CommandName.allCases.filter { name in
      name != .sync && name.type.syntax.optionsSharedWithSync.contains { $0.name == option.name }
    }.map(\.rawValue).joined(separator: " ")
    let parts = [uses, commands].filter { !$0.isEmpty }
    return "\(option.name): \(parts.isEmpty ? "sync" : parts.joined(separator: "; "))"
  }

  @Test("The row of an option says which runs, workers and commands have it")
  func rows() {
    let expected = Self.expected.replacing("\\\n  ", with: "").split(separator: "\n").map(
      String.init)
    let found = SyncCommand.syntax.options.map(line).sorted()
    #expect(found == expected.sorted())
    let own = Set(WorkCommand.options.map(\.syntax.name))
    #expect(
      SyncCommand.options.map(\.syntax).allSatisfy { option in
        !option.uses.contains(.workers) || own.contains(option.name)
      })
  }
}
