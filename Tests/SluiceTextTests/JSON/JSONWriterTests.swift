import SluiceText
import Testing

@Suite struct JSONWriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(.hidden)
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasSeparateMembersAndElements() {
    let json = text { json in
      json.object { json in
        json.add("a", text: "x,{[:")
        json.key("b")
        json.array { _ in }
        json.key("c")
        json.array { json in
          json.append(-12)
          json.append(Int.min)
          json.object { _ in }
          json.array([1, 2])
          json.append(true)
          json.array(["y", ""])
        }
        json.add(named: "\"", 0)
      }
    }
    #expect(
      json == #"{"a":"x,{[:","b":[],"c":[-12,-9223372036854775808,{},[1,2],true,["y",""]],"\"":0}"#)
  }

  @Test func commaPrecedesLineBreak() {
    let json = text { json in
      json.object { json in
        json.add("a", number: 1)
        json.breakLine()
        json.key("b")
        json.array { json in
          for number in 1...2 {
            json.breakLine()
            json.append(number)
          }
        }
      }
      json.endLine()
    }
    #expect(json == "{\"a\":1,\n\"b\":[\n1,\n2]}\n")
  }

  @Test(arguments: ["", "1,2"]) func prewrittenJSONIsInserted(_ written: String) {
    let json = text { json in
      json.array { json in
        json.append(0)
        json.append(written: Array(written.utf8))
      }
    }
    #expect(json == (written.isEmpty ? "[0]" : "[0,1,2]"))
  }

  @Test func jsonIsAppendedToOtherOutput() {
    var output = Array("{}\n".utf8)
    JSONWriter.append(to: &output, .lineEnds) { $0.array([3]) }
    #expect(output == Array("{}\n[3]".utf8))
  }
}
