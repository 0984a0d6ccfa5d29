import TestSupport
import Testing

/// The suites that open pages in WebKit, one after the other, because each keeps a small machine busy.
@Suite(.serialized, .startsFirst, .enabled(if: PageProbe.isAvailable, PageProbe.comment), .ends)
enum InWebKit {}
