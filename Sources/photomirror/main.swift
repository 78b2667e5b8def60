import CAllocator
import Foundation
import PhotomirrorCommand

// One heap for all threads (mallopt(3)): each further one keeps for itself what reading a page of
// the listing needed, about 12 MB, and nearly all of the work is done without the heap.
mallopt(M_ARENA_MAX, 1)

// Before anything else opens a file: an `await` of this level would start dispatch's own first.
Photomirror.prepareStandardStreams()
let words = Array(CommandLine.arguments.dropFirst())
if let status = Photomirror.refusal(words) { exit(status.rawValue) }

Task {
  let status = await Photomirror.run(words, environment: ProcessInfo.processInfo.environment)
  exit(status.rawValue)
}
dispatchMain()
