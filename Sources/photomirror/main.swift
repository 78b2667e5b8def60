import Foundation
import PhotomirrorCommand

let status = await Photomirror.run(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
exit(status.rawValue)
