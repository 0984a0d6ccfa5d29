import SluiceText

// Embedded Swift has no `Codable`.
#if !hasFeature(Embedded)
  extension Rule: Codable {
    /// Decodes a rule in the form of a rule list's JSON, with the checks of ``RuleList/init(decodingJSON:)``.
    ///
    /// A rule that WebKit would drop is an error, too. To read whole lists, `RuleList(decodingJSON:)` is faster
    /// and has locations.
    public init(from decoder: any Decoder) throws {
      let json = Array("[".utf8) + (try RuleValue(from: decoder).json) + Array("]".utf8)
      let (list, report) = RuleList.decodingJSON(json, limit: 1)
      guard report.isHeld, let rule = list.rules.first, rule != .noOperation || report.findings.isEmpty else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: report.findings.first.map(\.reason.refusal) ?? "this is not a rule",
            underlyingError: report.findings.first))
      }
      self = rule
    }

    /// Encodes the rule in the form of a rule list's JSON.
    public func encode(to encoder: any Encoder) throws {
      let json = RuleList([self]).encodedJSON()
      var list = JSONCursor(in: try JSONValue(allOf: json.span))
      guard let rule = list.nextValue(json.span) else { return }
      try RuleValue.encode(rule, in: json.span, to: encoder)
    }
  }

  extension RuleList: Codable {
    /// Decodes an array of rules.
    public init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode([Rule].self))
    }

    /// Encodes the rules as an array.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rules)
    }
  }

  /// A value in the JSON of a rule: an object, an array, a text or a word. Numbers occur in no rule.
  private struct RuleValue: Decodable {
    let json: [UInt8]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      var writer = JSONWriter(.outsideASCII)
      // A decoder does not say which kind of value it has: the first container that it gives is the right one.
      if let object = try? decoder.container(keyedBy: Key.self) {
        writer.openObject()
        for key in object.allKeys {
          writer.key(named: key.stringValue)
          writer.append(written: try object.decode(RuleValue.self, forKey: key).json)
        }
        writer.closeObject()
      } else if var array = try? decoder.unkeyedContainer() {
        var elements: [[UInt8]] = []
        while !array.isAtEnd { elements.append(try array.decode(RuleValue.self).json) }
        writer.array { writer in for element in elements { writer.append(written: element) } }
      } else {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
          writer.append(flag)
        } else if let text = try? value.decode(String.self) {
          writer.append(text)
        } else {
          // No key has this kind of value, and WebKit ignores unknown keys whatever their values.
          writer.append(written: Array("null".utf8))
        }
      }
      json = writer.bytes
    }

    static func encode(_ value: JSONValue, in json: Span<UInt8>, to encoder: any Encoder) throws {
      switch value.kind {
      case .object:
        var container = encoder.container(keyedBy: Key.self)
        var cursor = JSONCursor(in: value)
        while let (key, member) = cursor.nextMember(json) {
          let key = Key(stringValue: JSONText(key, in: json).string)
          try encode(member, in: json, to: container.superEncoder(forKey: key))
        }
      case .array:
        var container = encoder.unkeyedContainer()
        var cursor = JSONCursor(in: value)
        while let element = cursor.nextValue(json) {
          try encode(element, in: json, to: container.superEncoder())
        }
      case .string:
        var container = encoder.singleValueContainer()
        try container.encode(JSONText(value, in: json).string)
      case .true, .false, .number, .null:
        var container = encoder.singleValueContainer()
        try container.encode(value.kind == .true)
      }
    }
  }
#endif
