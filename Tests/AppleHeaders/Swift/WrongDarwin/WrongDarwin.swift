// Calls that Darwin's C library does not have, or not like this. .ci/steps/apple-declarations fails unless it finds an
// error in exactly the lines marked as such.

import Darwin

func call(_ path: String, _ descriptor: Int32) {
  _ = renameat2(AT_FDCWD, path, AT_FDCWD, path, 0)  // wrong: Linux only
  _ = renameatx_np(AT_FDCWD, path, AT_FDCWD, path, UInt32(RENAME_SWAP))
  _ = sendfile(descriptor, descriptor, nil, 1)  // wrong: the arguments of Linux
  var status = stat()
  _ = stat(path, &status)
  _ = status.st_mtim.tv_sec  // wrong: the name of Linux
  _ = status.st_mtimespec.tv_sec
  _ = system(path)  // wrong: unavailable in Swift
}
