extension Option {
  /// `--require-sandbox`, of every command that ``Confinement`` restricts.
  static func requireSandbox(_ path: Path<Bool>) -> [Option] {
    group(
      .limits,
      .flag(
        "require-sandbox", path,
        "Refuse to run if the kernel cannot restrict decoders, provider modules and this process"))
  }
}
