// Foundation's IDNA on Linux has ICU's tables. On Apple's systems they depend on the release.
#if os(Linux)
  import Foundation
  @_spi(_Unicode) import Swift
  import Testing
  import TestSupport

  @testable import SluiceText

  /// IDNA agrees with Foundation's, whose answers the table is made of.
  @Suite struct IDNATableTests {
    /// Returns Foundation's form of a label; nil if it is not allowed.
    private static func ascii(_ label: String) -> String? {
      guard let url = URL(string: "https://\(label)/")?.absoluteString.utf8 else { return nil }
      let host = Array(url.dropFirst("https://".utf8.count).dropLast())
      let isHost = host.allSatisfy { $0 < 0x80 && $0 != ASCII.percent && $0 != ASCII.slash }
      return isHost ? String(decoding: host, as: UTF8.self) : nil
    }

    /// Returns what a text between two others is mapped to.
    private static func mapped(_ text: String, _ before: String, _ after: String) -> [UInt32]? {
      guard let label = ascii(before + text + after), label.hasPrefix("xn--"),
        !label.utf8.contains(ASCII.dot),
        let decoded = Punycode.decoded(Array(label.utf8.dropFirst(4))[...])
      else { return nil }
      let scalars = String(decoding: decoded, as: UTF8.self).unicodeScalars.map { $0.value }
      return Array(scalars.dropFirst(before.unicodeScalars.count).dropLast(after.unicodeScalars.count))
    }

    /// Returns how Foundation treats a scalar.
    private static func entry(of scalar: Unicode.Scalar) -> IDNATable.Entry {
      // Joiners are valid next to certain scalars only.
      if scalar.value == 0x200C || scalar.value == 0x200D { return .valid(.init(.neutral)) }
      let text = String(scalar)
      let amongLeft = mapped(text, "漢", "漢")
      let amongRight = mapped(text, "א", "א")
      guard let mapped = amongLeft ?? amongRight else { return .disallowed }
      if mapped != [scalar.value] { return mapped.isEmpty ? .ignored : .mapped(mapped) }
      func isAllowed(_ labels: String...) -> Bool { labels.contains { ascii($0) != nil } }
      let isFirst = isAllowed(text)
      var traits: IDNATable.Traits
      if amongLeft == nil {
        traits = .init(isFirst ? .right : .arabicNumber)
      } else if amongRight == nil {
        traits = .init(.left)
      } else if !isAllowed("א" + text) {
        traits = .init(.neutral)
      } else {
        traits = .init(isAllowed("א٠\(text)א") ? .mark : .number)
      }
      if !isFirst, traits.direction != .arabicNumber { traits.insert(.mark) }
      // U+A840 and beh join both neighbors.
      let joinsAfterOther = isAllowed("漢\(text)\u{200C}\u{A840}", "א\(text)\u{200C}ب")
      if isAllowed("漢\(text)\u{200D}") {
        traits.insert(.virama)
        if traits.direction == .mark { traits.insert(.transparent) }
      } else if joinsAfterOther {
        traits.insert(.joinsNext)
      } else if isAllowed("\u{A840}\(text)\u{200C}\u{A840}", "ب\(text)\u{200C}ب") {
        traits.insert(.transparent)
      }
      if isAllowed("\u{A840}\u{200C}\(text)", "ب\u{200C}\(text)") { traits.insert(.joinsPrevious) }
      return .valid(traits)
    }

    @Test(.slow(500)) func scalarsAreTreatedAsByFoundation() throws {
      if GeneratedText.updatesDocuments {
        try update()
      } else {
        let step = max(1, 0x11_0000 / size(0x11_0000))
        for value in stride(from: UInt32(0x80 + round % step), to: 0x11_0000, by: step) {
          guard let scalar = Unicode.Scalar(value) else { continue }
          #expect(
            IDNATable.shared.entry(of: value) == Self.entry(of: scalar), "U+\(String(value, radix: 16))")
        }
      }
    }

    @Test func asciiCharactersAreTreatedAsByFoundation() {
      // Full stops and characters that end a host are not part of a label.
      for byte in UInt8(0)..<0x80 where !"./:?#".utf8.contains(byte) {
        let label = "ä" + String(Unicode.Scalar(byte))
        let expected = byte == ASCII.dash ? "xn----zfa" : Self.ascii(label)
        #expect(IDNA.ascii(Array(label.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
      }
    }

    @Test(.slow(20)) func labelsAreWrittenAsByFoundation() {
      var random = SeededRandom(46)
      let alphabets: [[UInt32]] = [
        Array(0x61...0x7A), Array(0x30...0x39), [0xDF, 0xE4, 0x1E9B, 0x212B, 0x2126, 0x3D, 0x338],
        Array(0x300...0x36F), Array(0x5D0...0x5EA), Array(0x620...0x670), Array(0x6F0...0x6F9),
        [0x200C, 0x200D],
        Array(0x900...0x97F), [0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01], Array(0x1E00...0x1F80),
        [0xFB1D, 0xFB4F],
        Array(0xA840...0xA870), Array(0x1D165...0x1D170), Array(0x11380...0x113D0), Array(0x16D60...0x16D70),
      ]
      for _ in 0..<size(40_000) {
        let own = (0..<1 + random.below(3)).map { _ in random.pick(alphabets) }
        let scalars = (0..<1 + random.below(6)).compactMap { _ in
          Unicode.Scalar(random.pick(random.pick(own)))
        }
        let label = String(String.UnicodeScalarView(scalars))
        guard label.utf8.contains(where: { $0 >= 0x80 }) else { continue }
        let found = IDNA.ascii(Array(label.utf8)).map { String(decoding: $0, as: UTF8.self) }
        // A label is empty if all its scalars are ignored. For Foundation, it is then not a host.
        let values = scalars.map { String($0.value, radix: 16) }
        #expect((found == "" ? nil : found) == Self.ascii(label), "\(values)")
      }
    }

    // MARK: The table

    private func update() throws {
      let entries = (UInt32(0x80)..<0x11_0000).map { Unicode.Scalar($0).map(Self.entry(of:)) ?? .disallowed }
      try write(Self.mappings(entries), between: "static let mappings: StaticString = #\"\"\"\n")
      let valid = entries.indices.compactMap { index -> Unicode.Scalar? in
        guard case .valid = entries[index] else { return nil }
        return Unicode.Scalar(UInt32(index) + 0x80)
      }
      try write(Self.compositions(of: valid), between: "static let compositions: StaticString = #\"\"\"\n")
    }

    private func write(_ numbers: NumberWriter, between start: String) throws {
      let text = stride(from: 0, to: numbers.text.count, by: 100).map {
        "    " + String(decoding: numbers.text.dropFirst($0).prefix(100), as: UTF8.self) + "\n"
      }
      try GeneratedText.check(
        "Sources/SluiceText/Platform/Native/IDNATable+Text.swift", of: "IDNATableTests", between: start,
        and: "    \"\"\"#", is: text.joined())
    }

    private static func mappings(_ entries: [IDNATable.Entry]) -> NumberWriter {
      var numbers = NumberWriter()
      var last: UInt32 = 0
      var index = 0
      func target(_ index: Int) -> UInt32? {
        guard entries.indices.contains(index), case .mapped(let scalars) = entries[index], scalars.count == 1
        else { return nil }
        return scalars[0]
      }
      func isPair(_ index: Int) -> Bool {
        target(index) == UInt32(index) + 0x81 && index + 1 < entries.count
          && entries[index + 1] == .valid(.init(.left))
      }
      while index < entries.count {
        let start = index
        if isPair(index) {
          while isPair(index) { index += 2 }
          numbers.add([IDNATable.Kind.pairs, UInt32(index - start)])
          continue
        }
        index += 1
        switch entries[start] {
        case .mapped(let scalars) where scalars.count == 1:
          while target(index) == scalars[0] + UInt32(index - start), !isPair(index) { index += 1 }
          numbers.add([IDNATable.Kind.shifted, UInt32(index - start)])
          numbers.add(scalars[0], after: last)
          last = scalars[0] + UInt32(index - start) - 1
        case .mapped(let scalars):
          numbers.add([IDNATable.Kind.text, 1, UInt32(scalars.count)])
          for scalar in scalars {
            numbers.add(scalar, after: last)
            last = scalar
          }
        case .disallowed, .ignored, .valid:
          while index < entries.count, entries[index] == entries[start] { index += 1 }
          numbers.add([kind(of: entries[start]), UInt32(index - start)])
        }
      }
      return numbers
    }

    private static func kind(of entry: IDNATable.Entry) -> UInt32 {
      switch entry {
      case .disallowed: IDNATable.Kind.disallowed
      case .ignored: IDNATable.Kind.ignored
      case .mapped: IDNATable.Kind.text
      case .valid(let traits): IDNATable.Kind.valid + traits.rawValue
      }
    }

    private static func compositions(of valid: [Unicode.Scalar]) -> NumberWriter {
      var numbers = NumberWriter()
      var (composed, first, second): (UInt32, UInt32, UInt32) = (0, 0, 0x300)
      for scalar in valid where !(0xAC00..<0xD7A4).contains(scalar.value) {
        let parts = Array(String(scalar)._nfd)
        let start = Array(String(String.UnicodeScalarView(parts.dropLast()))._nfc)
        guard start.count == 1, let last = parts.last else { continue }
        numbers.add([scalar.value - composed])
        numbers.add(start[0].value, after: first)
        numbers.add(last.value, after: second)
        (composed, first, second) = (scalar.value, start[0].value, last.value)
      }
      return numbers
    }
  }

  /// Writes what ``TableNumbers`` reads.
  private struct NumberWriter {
    var text: [UInt8] = []

    mutating func add(_ numbers: [UInt32]) {
      for var number in numbers {
        while number >= 32 {
          text.append(UInt8(0x30 + 32 + number & 31))
          number >>= 5
        }
        text.append(UInt8(0x30 + number))
      }
    }

    mutating func add(_ number: UInt32, after last: UInt32) {
      add([number >= last ? (number - last) << 1 : (last - number) << 1 | 1])
    }
  }
#endif
