/// The methods of the joint, by the names that cross it.
package enum JointMethod: String, CaseIterable, Sendable {
  case manifest
  case claim
  case pageRequest = "page-request"
  case page
  case renditionsRequest = "renditions-request"
  case renditions
}
