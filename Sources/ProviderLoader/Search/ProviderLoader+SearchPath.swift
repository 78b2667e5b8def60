import Foundation

extension ProviderLoader {
  /// `--provider-path`, then `PHOTOMIRROR_PROVIDER_PATH`, then beside the executable, then
  /// `../lib/photomirror` of it; never the working directory.
  ///
  /// An option is meant from the working directory where it is relative, since a person typed it
  /// there; a relative entry of the variable stays as it is and is refused by ``load()``, and an empty
  /// one is none. What was asked for is always there, so that its absence is reported; the last two
  /// are there where they exist. An `executable` without `/` was found by the shell and says nothing.
  package static func standardSearchPath(
    options: [String], environment: [String: String], executable: String
  ) -> [String] {
    let variable = environment["PHOTOMIRROR_PROVIDER_PATH"] ?? ""
    let asked =
      options.filter { !$0.isEmpty }.map(absolute) + variable.split(separator: ":").map(String.init)
    guard executable.contains("/") else { return asked }
    let program = URL(filePath: absolute(executable)).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "lib/photomirror")
    return asked + [folder, installed].map(\.path).filter(FileManager.default.fileExists(atPath:))
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
