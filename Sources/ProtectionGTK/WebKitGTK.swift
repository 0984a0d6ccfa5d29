#if os(Linux)
  import Platform
#endif
