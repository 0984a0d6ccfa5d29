import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice diff --git`, in temporary repositories.
@Suite struct GitDiffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result? { try Shell.git(script, in: folder) }

  /// Returns the names and texts of the reported filters, from JSON lines.
  private func filters(_ result: Shell.Result) -> [String] {
    result.output.split(separator: "\n").compactMap { line in
      guard let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let kind = row["filter"] as? String
      else { return nil }
      let filter = row["new"] as? [String: Any] ?? row
      return "\(kind) \(filter["file"] ?? "") \(filter["text"] ?? "")"
    }
  }

  @Test func gitRevisionsAreCompared() throws {
    guard
      let result = try sh(
        """
        mkdir lists; printf '||a.example^\\n||b.example^$image\\n' > lists/x.txt; printf '||gone.example^\\n' > lists/old.txt
        printf 'no list' > README.md; commit one
        printf '||b.example^$script\\n||c.example^\\n' > lists/x.txt; git mv lists/old.txt lists/renamed.txt; commit two
        sluice diff --format jsonl --git HEAD~1..HEAD
        """)
    else { return }
    #expect(result.status == 0, "\(result.error)")
    #expect(
      filters(result) == [
        "removed lists/x.txt ||a.example^", "changed lists/x.txt ||b.example^$script",
        "added lists/x.txt ||c.example^",
      ])
    #expect(result.output.contains("\"moved\":1"))
  }

  @Test func gitWorkTreeAndForkPointAreCompared() throws {
    guard
      let result = try sh(
        """
        mkdir sub; printf '||a.example^\\n' > sub/x.txt; commit one; git checkout -q -b branch
        printf '||a.example^\\n||b.example^\\n' > sub/x.txt; commit two
        git checkout -q main; printf '||c.example^\\n' > sub/y.txt; commit three; git checkout -q branch
        sluice diff --format jsonl --git main...branch; echo
        printf '||d.example^\\n' > sub/new.txt; ln -s /etc/passwd sub/link.txt; mkfifo sub/fifo.txt
        cd sub && sluice diff --format jsonl --git HEAD -- new.txt; sluice diff --format jsonl --git HEAD -- ../sub
        """)
    else { return }
    #expect(
      filters(result) == [
        "added sub/x.txt ||b.example^", "added sub/new.txt ||d.example^", "added sub/new.txt ||d.example^",
      ], "\(result.error)")
  }

  @Test(arguments: [
    "--upload-pack=touch HERE", "-h", "..--output=HERE", "a..-b", "--all..HEAD", "-..", "",
    "HEAD..HEAD..HEAD",
    "a b",
  ])
  func gitRevisionCannotInjectOptions(_ revision: String) throws {
    guard let result = try sh("commit one; sluice diff --git='\(revision)'; s=$?; ls; exit $s") else {
      return
    }
    #expect(result.status == 64, "\(result.error)")
    #expect(!result.output.contains("HERE"))
  }

  @Test(arguments: ["nowhere..HEAD", "HEAD:x.txt", "HEAD^{tree}..HEAD", "@{u}"])
  func invalidGitRevisionIsError(_ revision: String) throws {
    guard let result = try sh("echo x > x.txt; commit one; sluice diff --git '\(revision)'") else { return }
    #expect(result.status == 2)
    #expect(result.error.contains("git: "), "\(result.error)")
  }

  /// The error names a missing revision and, in a shallow clone, says how to fetch it.
  @Test func missingGitRevisionIsNamed() throws {
    guard
      let result = try sh(
        """
        echo '||a.example^' > x.txt; commit one; echo '||b.example^' > x.txt; commit two
        sluice diff --git nowhere..HEAD; echo $?; sluice diff --git HEAD...nowhere; echo $?
        git checkout -q --orphan other; commit three; sluice diff --git main...other; echo $?
        git clone -q --depth 1 -b main "file://$PWD" shallow; cd shallow
        sluice diff --git HEAD~1; echo $?; git fetch -q --depth 1 origin other:other; sluice diff --git main...other; echo $?
        """)
    else { return }
    #expect(result.output == "2\n2\n2\n2\n2\n")
    let errors = result.error.split(separator: "\n").filter {
      $0.contains("git: ") || $0.contains("fetch-depth")
    }
    #expect(errors.count == 7, "\(result.error)")
    #expect(
      errors[0].contains("unknown revision 'nowhere'")
        && errors[1].contains("unknown revision 'nowhere'"))
    #expect(errors[2].contains("'main' and 'other' have no common revision"))
    #expect(errors[3].contains("unknown revision 'HEAD~1'") && errors[4].contains("fetch-depth: 0"))
    #expect(errors[5].contains("no common revision") && errors[6].contains("fetch-depth: 0"))
  }

  /// The comparison includes files of the work tree that git tracks or would add, and no nested repositories.
  @Test func gitWorkTreeRespectsIgnoreRules() throws {
    guard
      let result = try sh(
        """
        mkdir lists; echo '||a.example^' > lists/x.txt; echo '||gone.example^' > lists/gone.txt; printf 'build/\n*.tmp.txt\n' > .gitignore; commit one
        mkdir build other; echo '||ignored.example^' > build/x.txt; echo '||ignored.example^' > lists/y.tmp.txt; rm lists/gone.txt
        (cd other; git init -q -b main .; echo '||other.example^' > o.txt; git add -A; git -c user.email=a@example -c user.name=a commit -q -m o)
        git clone -q ./other sub 2>/dev/null; git -c protocol.file.allow=always submodule -q add ./other module 2>/dev/null
        echo '||new.example^' > lists/new.txt; echo '||a.example^$image' > lists/x.txt
        sluice diff --format jsonl --git HEAD; cd lists; sluice diff --format jsonl --git HEAD -- new.txt
        """)
    else { return }
    #expect(
      filters(result) == [
        "removed lists/gone.txt ||gone.example^", "changed lists/x.txt ||a.example^$image",
        "added lists/new.txt ||new.example^",
        "added lists/new.txt ||new.example^",
      ], "\(result.output) \(result.error)")
  }

  @Test func invalidGitRangeNamesCommandHelp() throws {
    for (command, help) in [("diff", "diff"), ("try x.txt --page x.txt", "try"), ("lint", "lint")] {
      guard let result = try sh("echo '||a.example^' > x.txt; commit one; sluice \(command) --git a..b..c")
      else { return }
      #expect(result.status == 64 && result.error.contains("'sluice help \(help)'"), "\(result.error)")
      try? FileManager.default.removeItem(atPath: folder.path(".git"))
    }
  }

  @Test func gitPathsMustStayInRepository() throws {
    guard
      let result = try sh(
        "echo x > x.txt; commit one; for p in ../x /etc x/../../y; do sluice diff --git HEAD -- $p; echo $?; done"
      )
    else { return }
    #expect(result.output == "2\n2\n2\n")
    #expect(result.error.contains("outside of the repository"))
  }

  @Test func gitDiffOutsideRepositoryFails() throws {
    guard let result = try sh("rm -rf .git; export GIT_CEILING_DIRECTORIES=/; sluice diff --git HEAD") else {
      return
    }
    #expect(result.status == 2)
    #expect(result.error.contains("git: "))
  }

  @Test func gitConfigurationRunsNoCommands() throws {
    guard
      let result = try sh(
        #"""
        trap="sh -c 'touch $PWD/RAN; cat'"
        printf '||a.example^\n' > x.txt; printf '*.txt diff=evil filter=evil\n' > .gitattributes; commit one
        printf '||b.example^\n' > x.txt; commit two
        git config diff.evil.textconv "$trap"; git config diff.evil.command "$trap"; git config diff.external "$trap"
        git config filter.evil.smudge "$trap"; git config filter.evil.clean "$trap"; git config filter.evil.required true
        git config core.fsmonitor "$trap"; git config core.pager "$trap"; git config core.sshCommand "$trap"
        git config alias.cat-file "!$trap"; git config alias.ls-tree "!$trap"; git config uploadpack.packObjectsHook "$trap"
        for hook in post-index-change post-checkout reference-transaction fsmonitor-watchman pre-commit; do
          printf '#!/bin/sh\ntouch "%s/RAN"\n' "$PWD" > .git/hooks/$hook; chmod +x .git/hooks/$hook
        done
        find .git -type f | sort | xargs cksum > before
        GIT_EXTERNAL_DIFF="$trap" GIT_DIR=/nowhere sluice diff --format jsonl --git HEAD~1..HEAD
        GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0="$trap" sluice diff --format jsonl --git HEAD
        find .git -type f | sort | xargs cksum > after
        cmp before after && [ ! -e RAN ] && echo untouched
        """#)
    else { return }
    #expect(result.output.hasSuffix("untouched\n"), "\(result.output) \(result.error)")
    #expect(filters(result) == ["removed x.txt ||a.example^", "added x.txt ||b.example^"])
  }

  /// Git before 2.44 ignores the variable that turns fetching off.
  @Test func missingGitObjectsAreNotFetched() throws {
    guard
      let result = try sh(
        #"""
        printf '||a.example^\n' > x.txt; commit one; printf '||b.example^\n' > x.txt; commit two
        git config protocol.allow always; git config protocol.ext.allow always
        git config core.repositoryFormatVersion 1; git config extensions.partialClone o
        git config remote.o.promisor true; git config remote.o.url "ext::touch $PWD/RAN"
        object=$(git rev-parse HEAD~1:x.txt); rm -f ".git/objects/$(echo "$object" | cut -c1-2)/$(echo "$object" | cut -c3-)"
        mkdir bin; printf '#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec "%s" "$@"\n' "$(command -v git)" > bin/git; chmod +x bin/git
        PATH="$PWD/bin:$PATH" sluice diff --git HEAD~1..HEAD; [ -e RAN ] || echo not fetched
        """#)
    else { return }
    #expect(result.output == "not fetched\n", "\(result.error)")
  }

  @Test func unusualGitFileNamesAreRead() throws {
    guard
      let result = try sh(
        #"""
        echo x > x.txt; commit one
        printf '||a.example^\n' > "$(printf 'a\nb.txt')"; printf '||b.example^\n' > '-rf.txt'; printf '||c.example^\n' > ':(glob)*.txt'
        printf '||d.example^\n' > "$(printf 'n\377.txt')"; printf '||e.example^\n' > '"q".txt'; commit two
        sluice diff --format jsonl --git HEAD~1..HEAD; echo; sluice diff --git HEAD~1..HEAD --format markdown
        sluice diff --format jsonl --git HEAD~1..HEAD -- '-rf.txt'; sluice diff --format jsonl --git HEAD~1..HEAD -- ':(glob)*.txt'
        """#)
    else { return }
    #expect(
      filters(result) == [
        "added \"q\".txt ||e.example^", "added -rf.txt ||b.example^", "added :(glob)*.txt ||c.example^",
        "added a\nb.txt ||a.example^", "added n\u{FFFD}.txt ||d.example^", "added -rf.txt ||b.example^",
        "added :(glob)*.txt ||c.example^",
      ], "\(result.error)")
    #expect(result.output.contains("`a\\u{A}b.txt:1`"))
  }

  @Test(arguments: [
    ("a..b", "between a b"), ("a..", "between a HEAD"), ("..b", "between HEAD b"), ("a...b", "fork a b"),
    ("main", "tree main"), ("a....b", nil), ("a..b..c", nil), ("", nil), ("-a", nil), ("a\u{0}b", nil),
    ("a\nb", nil),
    ("origin/main@{1.day.ago}..HEAD~2", "between origin/main@{1.day.ago} HEAD~2"),
  ])
  func gitRangesAreParsed(_ text: String, _ expected: String?) {
    let shown: String? = GitRange(text).map { range in
      switch range.kind {
      case .between(let old, let new): "between \(old) \(new)"
      case .sinceFork(let old, let new): "fork \(old) \(new)"
      case .workTree(let old): "tree \(old)"
      }
    }
    #expect(shown == expected)
  }

  @Test(arguments: [
    ("a/b", "a/b"), ("./a//b/", "a/b"), ("a/../b", "b"), ("", ""), (".", ""), ("..", nil), ("a/../../b", nil),
  ])
  func gitPathsAreResolved(_ path: String, _ expected: String?) {
    #expect(GitRepository.resolved(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    ("x.txt", true), ("a/b/x.list", true), ("hosts", true), ("a/hosts", true), ("x.md", false),
    (".x.txt", false),
    (".git/x.txt", false), ("ahosts", false),
  ])
  func listFilesAreSelectedByName(_ path: String, _ isTaken: Bool) {
    #expect(ListSelection.everything.takes(Array(path.utf8)) == isTaken)
    #expect(ListSelection(paths: [Array(path.utf8)]).takes(Array(path.utf8)))
  }

  @Test func malformedGitOutputIsError() {
    for tree in ["x", "100644 blob abc 3 x.txt", "100644 blob abc x\tx.txt", "100644 blob abc -3\tx.txt"] {
      #expect(throws: CommandError.self) {
        try GitTreeEntry.all(Array(tree.utf8) + [0], selection: .everything, of: "HEAD")
      }
    }
    let entry = GitTreeEntry(object: "abc", size: 3, path: [])
    for answer in ["", "abc missing\n", "abc blob 3\nab", "abc blob 3\nabc", "abd blob 3\nabc\n"] {
      #expect(throws: CommandError.self) { try GitTreeEntry.files(Array(answer.utf8), entries: [entry]) }
    }
  }

  /// A process that cannot remove all files of a killed process leaves them to one that can.
  @Test func undeletableScratchFoldersKeepMarker() throws {
    guard
      let result = try sh(
        """
        printf '||a.example^\\n' > x.txt; commit one; export TMPDIR="$PWD/temporary"
        deep="$TMPDIR/sluice-page-left/$(printf 'd/%.0s' $(seq 200))"
        mkdir -p "$deep"; chmod 700 "$TMPDIR/sluice-page-left"; printf 'temporary files of sluice\\n' > "$TMPDIR/sluice-page-left/.sluice-scratch"
        (ulimit -n 64; sluice diff --git HEAD >/dev/null); ls -A "$TMPDIR/sluice-page-left"
        sluice diff --git HEAD >/dev/null; ls -A "$TMPDIR"
        """)
    else { return }
    #expect(result.status == 0 && result.output == ".sluice-scratch\nd\n", "\(result.output)\(result.error)")
  }

  @Test(arguments: [
    ("", 0, ""),
    ("none", 2, "sluice: error: no space for temporary files: No such file or directory"),
  ])
  func gitTemporaryFilesRespectTMPDIR(place: String, status: Int32, message: String) throws {
    guard
      let result = try sh(
        "printf '||a.example^\\n' > x.txt; commit one; TMPDIR=\(place) sluice diff --git HEAD")
    else { return }
    #expect(result.status == status && result.error.hasPrefix(message), "\(result.error)")
  }
}
