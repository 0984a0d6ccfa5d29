import Platform

/// The name of a file next to a manifest.
public typealias FileName = Platform.FileName
