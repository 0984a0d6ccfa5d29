import SluiceSystem

/// The name of a file next to a manifest.
public typealias FileName = SluiceSystem.FileName
