import SystemCalls

extension UnattendedOptions {
  /// Checks the folders, and starts the process of ``onEnd``. Call before the process is restricted.
  /// - Parameter directory: The mirror's; nil for a worker.
  func prepare(
    in environment: [String: String], mirroringInto directory: String?
  ) throws(CommandFailure) {
    for folder in resolved(environment).folders {
      guard FileStatus(following: folder)?.isDirectory == true else {
        throw CommandFailure(
          .directoryFailed, "\(folder), for a report, metrics or a log file, is not a folder")
      }
      if let directory, let link = LinksWithin.first(of: directory, onTheWayTo: folder) {
        throw CommandFailure(
          .directoryFailed,
          "\(folder), for a report, metrics or a log file, leads through the link \(link) in the mirror"
        )
      }
    }
    if let onEnd { try EndCommand.prepare(onEnd, in: environment) }
  }
}
