extension Duration {
  /// Seconds with their fraction; exact enough for showing.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
