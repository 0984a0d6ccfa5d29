import Foundation
import ListBuilder

// Requests come as lines of JSON and answers go as lines of JSON: FetchMessages.swift of ListBuilder has both.
// The program ends with its standard input, which closes when whoever asked has what it wanted or has died.
let output = EventOutput()
let operations = OperationQueue()
operations.maxConcurrentOperationCount = 1
var isFirst = true
while let line = readLine() {
  guard let request = try? JSONDecoder().decode(FetchRequest.self, from: Data(line.utf8)) else { continue }
  if isFirst { operations.maxConcurrentOperationCount = max(1, min(request.concurrency, 32)) }
  isFirst = false
  operations.addOperation { output.write(Download(request, output).run()) }
}
// Downloads that nobody waits for do not hold up the end.
exit(0)
