#if os(Linux)
  import BrowserModel
  import GTKCalls

  /// Widgets with everything that a person needs: a name for screen readers, a tooltip, and space around them.
  @MainActor enum Widgets {
    static func box(isVertical: Bool, _ spacing: Int = 6, _ children: [Pointer?] = []) -> Pointer? {
      let box = GTK.make("gtk_box_new", isVertical ? 1 : 0, spacing)
      for child in children { GTK.call("gtk_box_append", box, child) }
      return box
    }

    /// A button with an icon, whose tooltip is also its name.
    static func button(icon: String, _ name: String, _ act: @escaping () -> Void) -> Pointer? {
      let button = GTK.make("gtk_button_new_from_icon_name", icon)
      GTK.call("gtk_widget_set_tooltip_text", button, name)
      GTK.name(button, name.split(separator: " (").first.map(String.init) ?? name)
      GTK.call("gtk_button_set_has_frame", button, false)
      GTK.on(button, "clicked", do: act)
      return button
    }

    static func button(_ label: String, style: String? = nil, _ act: @escaping () -> Void) -> Pointer? {
      let button = GTK.make("gtk_button_new_with_label", label)
      if let style { GTK.call("gtk_widget_add_css_class", button, style) }
      GTK.on(button, "clicked", do: act)
      return button
    }

    /// Text that wraps, or that is cut at its end.
    static func label(_ text: String, style: String? = nil, wraps: Bool = true) -> Pointer? {
      let label = GTK.make("gtk_label_new", text)
      GTK.call("gtk_label_set_xalign", label, Float(0))
      if wraps {
        GTK.call("gtk_label_set_wrap", label, true)
        // PANGO_WRAP_WORD_CHAR
        GTK.call("gtk_label_set_wrap_mode", label, 2)
      } else {
        // PANGO_ELLIPSIZE_END
        GTK.call("gtk_label_set_ellipsize", label, 3)
        GTK.call("gtk_widget_set_tooltip_text", label, text)
      }
      if let style { GTK.call("gtk_widget_add_css_class", label, style) }
      return label
    }

    /// A switch with a label and an explanation. `act` receives the new state.
    static func `switch`(_ name: String, _ explanation: String, isOn: Bool, _ act: @escaping (Bool) -> Void)
      -> Pointer?
    {
      let toggle = GTK.make("gtk_switch_new")
      GTK.call("gtk_switch_set_active", toggle, isOn)
      GTK.call("gtk_widget_set_valign", toggle, 3)
      GTK.name(toggle, name)
      if !explanation.isEmpty { GTK.call("gtk_widget_set_tooltip_text", toggle, explanation) }
      GTK.on(toggle, "notify::active", arguments: 1) { act(GTK.flag("gtk_switch_get_active", toggle)) }
      let title = label(name)
      GTK.call("gtk_widget_set_hexpand", title, true)
      let row = box(isVertical: false, 12, [title, toggle])
      return explanation.isEmpty
        ? row : box(isVertical: true, 2, [row, label(explanation, style: "dim-label")])
    }

    /// Space on all sides.
    static func pad(_ widget: Pointer?, _ pixels: Int) -> Pointer? {
      for side in ["start", "end", "top", "bottom"] {
        GTK.call("gtk_widget_set_margin_\(side)", widget, pixels)
      }
      return widget
    }

    static func scrolled(_ child: Pointer?, maximumHeight: Int? = nil) -> Pointer? {
      let window = GTK.make("gtk_scrolled_window_new")
      GTK.call("gtk_scrolled_window_set_child", window, child)
      // GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC
      GTK.call("gtk_scrolled_window_set_policy", window, 2, 1)
      if let maximumHeight {
        GTK.call("gtk_scrolled_window_set_max_content_height", window, maximumHeight)
        GTK.call("gtk_scrolled_window_set_propagate_natural_height", window, true)
      } else {
        GTK.call("gtk_widget_set_vexpand", window, true)
      }
      return window
    }

    /// A part that opens when its title is pressed.
    static func expander(_ title: String, isOpen: Bool, _ rows: [Pointer?], _ act: @escaping (Bool) -> Void)
      -> Pointer?
    {
      let expander = GTK.make("gtk_expander_new", title)
      GTK.name(expander, title)
      GTK.call("gtk_expander_set_expanded", expander, isOpen)
      let content = box(isVertical: true, 4, rows)
      GTK.call("gtk_widget_set_margin_start", content, 16)
      GTK.call("gtk_expander_set_child", expander, content)
      GTK.on(expander, "notify::expanded", arguments: 1) {
        act(GTK.flag("gtk_expander_get_expanded", expander))
      }
      return expander
    }

    static func removeChildren(of box: Pointer?) {
      while let child = GTK.get("gtk_widget_get_first_child", box) { GTK.call("gtk_box_remove", box, child) }
    }

    static func show(_ widget: Pointer?, _ isVisible: Bool) {
      GTK.call("gtk_widget_set_visible", widget, isVisible)
    }
  }
#endif
