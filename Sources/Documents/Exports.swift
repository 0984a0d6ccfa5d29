@_exported import Bytes
@_exported import ContentBlocker
