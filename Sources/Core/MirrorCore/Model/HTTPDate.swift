import WebText

/// The dates of the headers that ports give.
package typealias HTTPDate = WebText.HTTPDate
