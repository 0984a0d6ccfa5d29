#if os(Linux)
  import SluiceBrowserModel
  import SluiceGTKCalls

  /// The popover of the shield: protection of the site, counts, requests with their filters, and lists.
  @MainActor final class DashboardFace {
    let popover = GTK.make("gtk_popover_new")
    private unowned let window: WindowFace
    private let content = Widgets.box(isVertical: true, 8)
    private let head = Widgets.box(isVertical: true, 8)
    private var drawn: Dashboard?
    /// The texts of the head.
    private var drawnHead: [String] = []
    private var details: PageDetails?
    private var isBroken = false
    private var isOpen = false
    /// The titles of the parts that are open.
    private var open: Set<String> = []

    init(_ window: WindowFace) {
      self.window = window
      GTK.call("gtk_widget_set_size_request", content, 300, -1)
      let all = Widgets.pad(Widgets.box(isVertical: true, 8, [head, content]), 8)
      GTK.call(
        "gtk_popover_set_child", popover, Widgets.scrolled(all, maximumHeight: 460))
      GTK.name(popover, "Protection")
      GTK.on(popover, "show") { [weak self] in self?.begin() }
      GTK.on(popover, "closed") { [weak self] in
        self?.isOpen = false
        self?.drawn = nil
      }
    }

    private func begin() {
      (isOpen, isBroken, details, drawn, drawnHead) = (true, false, nil, nil, [])
      drawIfOpen()
    }

    /// Draws the dashboard if it is open and has changed.
    func drawIfOpen() {
      guard isOpen, let tab = window.tab else { return }
      let now = window.model.dashboard(of: tab)
      guard now != drawn else { return }
      drawn = now
      draw(now, tab)
      Task { [weak self] in
        guard let self else { return }
        let details = await window.model.details(of: tab, isBroken: isBroken)
        guard isOpen, details != self.details else { return }
        self.details = details
        if let drawn { draw(drawn, tab) }
      }
    }

    private func draw(_ board: Dashboard, _ tab: BrowserTab) {
      drawHead(board, tab)
      Widgets.removeChildren(of: content)
      var rows: [Pointer?] = []
      if board.site != nil {
        rows.append(Widgets.label(board.blocked, style: "heading"))
        rows += counts(board)
        rows += requests(board)
        rows += broken(board, tab)
      }
      let lists = board.lists.map { Widgets.label($0) }
      let problems = board.problems.map { Widgets.label("⚠ \($0)") }
      rows.append(part("Lists", lists + problems + [Widgets.label(board.checked, style: "dim-label")]))
      for row in rows { GTK.call("gtk_box_append", content, row) }
    }

    /// Draws the switch, but only if it changes: a switch that is replaced while it moves forgets that it was pressed.
    private func drawHead(_ board: Dashboard, _ tab: BrowserTab) {
      let now = [
        board.shield.title, board.shield.explanation, board.switchLabel, board.switchExplanation, "\(tab.id)",
      ]
      guard now != drawnHead else { return }
      drawnHead = now
      Widgets.removeChildren(of: head)
      var rows = [
        Widgets.label(board.shield.title, style: "title-4"), Widgets.label(board.shield.explanation),
        GTK.make("gtk_separator_new", 0, 0),
      ]
      if board.site != nil {
        let act: (Bool) -> Void = { [weak self] isOn in
          self?.window.model.setProtected(isOn, tab)
          self?.close()
        }
        rows.append(
          Widgets.switch(board.switchLabel, board.switchExplanation, isOn: board.isProtected, act))
        rows.append(GTK.make("gtk_separator_new", 0, 0))
      }
      for row in rows { GTK.call("gtk_box_append", head, row) }
    }

    private func close() { GTK.call("gtk_popover_popdown", popover) }

    private func part(_ title: String, _ rows: [Pointer?]) -> Pointer? {
      Widgets.expander(title, isOpen: open.contains(title), rows) { [weak self] isOpen in
        if isOpen { self?.open.insert(title) } else { self?.open.remove(title) }
      }
    }

    private func counts(_ board: Dashboard) -> [Pointer?] {
      [("By owner", board.owners), ("By category", board.categories), ("By list", board.byList)]
        .filter { !$0.1.isEmpty }
        .map { title, numbers in
          part(
            title,
            numbers.prefix(20).map { number in
              let name = Widgets.label(number.name, wraps: false)
              GTK.call("gtk_widget_set_hexpand", name, true)
              return Widgets.box(isVertical: false, 12, [name, Widgets.label("\(number.count)")])
            })
        }
    }

    private func requests(_ board: Dashboard) -> [Pointer?] {
      guard let details, board.isProtected else { return [] }
      var rows: [Pointer?] = []
      if !details.requests.isEmpty {
        rows.append(
          part(
            "Blocked requests",
            details.requests.prefix(50).map { request in
              let causes = request.causes.map { Widgets.label($0, style: "dim-label") }
              return Widgets.box(
                isVertical: true, 2, [Widgets.label("\(request.kind) \(request.url)", wraps: false)] + causes)
            }))
      }
      if let hidden = details.hiddenElements, hidden > 0 {
        rows.append(Widgets.label("At least \(hidden) element\(hidden == 1 ? "" : "s") hidden"))
      }
      return rows
    }

    private func broken(_ board: Dashboard, _ tab: BrowserTab) -> [Pointer?] {
      guard board.isProtected else { return [] }
      guard isBroken else {
        return [
          Widgets.button("This page is broken") { [weak self] in
            self?.isBroken = true
            self?.drawn = nil
            self?.drawIfOpen()
          }
        ]
      }
      let exceptions = details?.exceptions ?? []
      var rows = [Widgets.label("These exceptions undo what the lists do here:", style: "heading")]
      rows += exceptions.prefix(20).map { text in
        let label = Widgets.label(text, style: "monospace")
        GTK.call("gtk_label_set_selectable", label, true)
        return label
      }
      if exceptions.isEmpty { rows[0] = Widgets.label("No exception in a list of this browser helps here.") }
      if let beyond = details?.beyond, beyond > 0 {
        rows.append(
          Widgets.label(
            "\(beyond) more effect\(beyond == 1 ? "" : "s"): only the switch undoes them.", style: "dim-label"
          ))
      }
      if window.model.convertsLists, !exceptions.isEmpty {
        rows.append(
          Widgets.button("Add these exceptions") { [weak self] in
            self?.close()
            Task { await self?.window.model.addExceptions(exceptions, for: tab) }
          })
      }
      rows.append(
        Widgets.button(
          "Turn protection off for \(board.site?.description ?? "this site")", style: "suggested-action"
        ) { [weak self] in
          self?.window.model.setProtected(false, tab)
          self?.close()
        })
      return rows
    }
  }
#endif
