import Foundation
import ListBuilding

// Requests come as lines of JSON and answers go as lines of JSON: FetchMessages.swift of ListBuilding has both.
// The program ends with its standard input, which closes when whoever asked has what it wanted or has died.
let output = EventOutput()
let queue = RequestQueue()
var isFirst = true
while let line = readLine() {
  guard let request = try? JSONDecoder().decode(FetchRequest.self, from: Data(line.utf8)) else { continue }
  if isFirst {
    // Threads of their own: downloads wait, and URLSession would get no thread of Dispatch's pool for a second
    // while those of the pool wait.
    for _ in 0..<max(1, min(request.concurrency, 32)) {
      Thread.detachNewThread {
        while true { output.write(Download(queue.next(), output).run()) }
      }
    }
  }
  isFirst = false
  queue.add(request)
}
// Downloads that nobody waits for do not hold up the end.
exit(0)
