// The files next to this one, which the compiler embeds.

#include "ConformanceFiles.h"

// #embed is part of C23. Clang 19 and later, which Xcode 16.3 and the toolchains contain, accept it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "Files/sluice-conformance.html"
};
static const unsigned char script[] = {
#embed "Files/sluice-conformance.js"
};
static const unsigned char frame[] = {
#embed "Files/sluice-frame.html"
};
static const unsigned char worker[] = {
#embed "Files/sluice-worker.js"
};
static const unsigned char pixel[] = {
#embed "Files/sluice-pixel.png"
};
static const unsigned char pdf[] = {
#embed "Files/sluice-page.pdf"
};

static const ConformanceFile files[] = {
  { "sluice-conformance.html", page, sizeof page },
  { "sluice-conformance.js", script, sizeof script },
  { "sluice-frame.html", frame, sizeof frame },
  { "sluice-worker.js", worker, sizeof worker },
  { "sluice-pixel.png", pixel, sizeof pixel },
  { "sluice-page.pdf", pdf, sizeof pdf },
};

const ConformanceFile *conformance_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
