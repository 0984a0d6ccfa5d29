import Platform

/// The name of a file beside a manifest.
public typealias FileName = Platform.FileName
