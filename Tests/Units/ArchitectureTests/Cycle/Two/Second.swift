public final class Second {
  // Third
  var first: First?
}
