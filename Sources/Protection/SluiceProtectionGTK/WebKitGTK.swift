#if os(Linux)
  import SluiceSystem
#endif
