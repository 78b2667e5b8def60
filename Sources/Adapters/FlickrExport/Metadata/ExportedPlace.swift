import ProviderKit

/// The location of a photo: `geo`, which is a list, an object, or an empty list.
struct ExportedPlace: Hashable {
  let latitude: Double
  let longitude: Double

  /// Coordinates are integers as text, in millionths of a degree; some exports have degrees with a
  /// decimal point.
  init?(_ geo: JSONValue) {
    let place = geo.array.first ?? geo
    guard place["accuracy"].int != 0, let latitude = place["latitude"].string,
      let longitude = place["longitude"].string, let north = Double(latitude),
      let east = Double(longitude), north != 0 || east != 0
    else { return nil }
    let hasPoint = latitude.contains(".") || longitude.contains(".")
    // Integers that are both valid degrees count as degrees: as millionths they would be a location
    // within 20 m of where the equator crosses the prime meridian.
    let isMillionths = !hasPoint && max(north.magnitude, east.magnitude) > 180
    let scale = isMillionths ? 1_000_000.0 : 1
    (self.latitude, self.longitude) = (north / scale, east / scale)
    guard (-90...90).contains(self.latitude), (-180...180).contains(self.longitude) else {
      return nil
    }
  }
}
