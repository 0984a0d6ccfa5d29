import Testing

@testable import Lint

@Suite struct LinterTests {}
