import Foundation
import SluiceSystem

/// Returns a manifest for lists with these names and texts.
func manifestBytes(_ lists: [(String, String)], change: (inout [String: Any]) -> Void = { _ in }) throws
  -> [UInt8]
{
  var object: [String: Any] = [
    "schema": 1, "tool": ["name": "sluice", "version": "1"], "inputs": [],
    "outputs": lists.map { name, text in
      [
        "name": name, "identifier": name, "sha256": SHA256Hasher.digest(of: Array(text.utf8)).description,
        "bytes": text.utf8.count, "rules": 1, "actions": ["block": 1],
      ] as [String: Any]
    },
  ]
  change(&object)
  return [UInt8](try JSONSerialization.data(withJSONObject: object))
}
