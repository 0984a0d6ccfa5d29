import SluiceCodecs

extension Protection {
  /// Returns contents that match their digest.
  nonisolated static func verified(
    _ content: ListOffer.Content, from source: any ListSource
  ) async throws(ListSourceProblem) -> [UInt8] {
    let bytes = try await source.bytes(of: content.name, atMost: content.bytes)
    guard bytes.count == content.bytes, SHA256.digest(of: bytes).description == content.sha256 else {
      throw .damaged(content.name.description)
    }
    return bytes
  }
}
