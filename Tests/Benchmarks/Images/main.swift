// Draws photos, then verifies them and makes their thumbnails on several threads.
//
//   ImagesBenchmark draw DIRECTORY COUNT WIDTH HEIGHT jpeg|progressive|png
//   ImagesBenchmark prove DIRECTORY THREADS EDGE [PREVIEW]
//   ImagesBenchmark parts DIRECTORY EDGE
//
// `prove` reads each file of the directory once and prints files, seconds, files per second and CPU
// milliseconds per file; with an EDGE of 0 it makes no thumbnails, with
// PREVIEW it makes JPEG thumbnails, and previews of that edge. `parts` prints the CPU milliseconds of a
// photo's decode, resampling and encoding.
import Foundation
import Images

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("draw", 6):
  try DrawnPhotos(Array(arguments.dropFirst())).write()
case ("prove", 4), ("prove", 5):
  try Proving(Array(arguments.dropFirst())).run()
case ("parts", 3):
  try Parts(Array(arguments.dropFirst())).run()
default:
  print("usage: ImagesBenchmark draw DIRECTORY COUNT WIDTH HEIGHT jpeg|progressive|png")
  print("       ImagesBenchmark prove DIRECTORY THREADS EDGE [PREVIEW]")
  print("       ImagesBenchmark parts DIRECTORY EDGE")
  exit(2)
}
