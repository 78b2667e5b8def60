import SystemCalls

extension UnattendedOptions {
  /// Checks the folders, and starts the process of ``onEnd``. Call before the process is restricted.
  func prepare(in environment: [String: String]) throws(CommandFailure) {
    for folder in resolved(environment).folders
    where FileStatus(following: folder)?.isDirectory != true {
      throw CommandFailure(
        .directoryFailed, "\(folder), for a report, metrics or a log file, is not a folder")
    }
    if let onEnd { try EndCommand.prepare(onEnd, in: environment) }
  }
}
