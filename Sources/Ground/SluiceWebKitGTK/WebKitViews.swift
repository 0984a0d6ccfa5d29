#if os(Linux)
  import SluiceSystem

  /// The functions of views, their contents and their navigations, in both editions of WebKitGTK.
  @dynamicMemberLookup package struct WebKitViews: Sendable {
    package let library: WebKitLibrary

    // Content managers
    package let manager: CFunction.Get
    package let addFilter: CFunction.SetObject
    package let removeFilter: CFunction.SetObject
    package let newScript: @convention(c) (CFunction.Text, Int32, Int32, Pointer?, Pointer?) -> Pointer?
    package let newScriptOfWorld:
      @convention(c) (CFunction.Text, Int32, Int32, CFunction.Text, Pointer?, Pointer?) -> Pointer?
    package let unrefScript: CFunction.Take
    package let addScript: CFunction.SetObject
    package let removeScript: CFunction.SetObject
    package let newStyleSheet:
      @convention(c) (
        CFunction.Text, Int32, Int32, UnsafePointer<CFunction.Text?>?, UnsafePointer<CFunction.Text?>?
      ) -> Pointer?
    package let unrefStyleSheet: CFunction.Take
    package let addStyleSheet: CFunction.SetObject
    package let removeStyleSheet: CFunction.SetObject
    package let registerHandler: @convention(c) (Pointer?, CFunction.Text, CFunction.Text) -> Int32
    /// The value of a message; nil in WebKitGTK for GTK 4, where messages are values themselves.
    package let valueOfMessage: CFunction.Get?
    package let textOfValue: @convention(c) (Pointer?) -> UnsafeMutablePointer<CChar>?

    // Navigations
    package let uri: CFunction.GetText
    package let use: CFunction.Take
    package let navigationAction: CFunction.Get
    package let request: CFunction.Get
    package let uriOfRequest: CFunction.GetText
    package let kindOfNavigation: CFunction.GetNumber
    package let isGesture: CFunction.GetNumber
    package let isMainResource: CFunction.GetNumber
    package let isShown: CFunction.GetNumber
    package let response: CFunction.Get
    package let uriOfResponse: CFunction.GetText
    package let status: CFunction.GetNumber
    package let headers: CFunction.Get
    package let header: @convention(c) (Pointer?, CFunction.Text) -> CFunction.Text?

    package init(_ library: WebKitLibrary) throws(LibraryProblem) {
      self.library = library
      let isForGTK4 = library.edition == .gtk4
      let library = library.library
      manager = try library.required("webkit_web_view_get_user_content_manager")
      addFilter = try library.required("webkit_user_content_manager_add_filter")
      removeFilter = try library.required("webkit_user_content_manager_remove_filter")
      newScript = try library.required("webkit_user_script_new")
      newScriptOfWorld = try library.required("webkit_user_script_new_for_world")
      unrefScript = try library.required("webkit_user_script_unref")
      addScript = try library.required("webkit_user_content_manager_add_script")
      removeScript = try library.required("webkit_user_content_manager_remove_script")
      newStyleSheet = try library.required("webkit_user_style_sheet_new")
      unrefStyleSheet = try library.required("webkit_user_style_sheet_unref")
      addStyleSheet = try library.required("webkit_user_content_manager_add_style_sheet")
      removeStyleSheet = try library.required("webkit_user_content_manager_remove_style_sheet")
      let registering = "webkit_user_content_manager_register_script_message_handler"
      registerHandler = try library.required(isForGTK4 ? registering : registering + "_in_world")
      valueOfMessage = isForGTK4 ? nil : try library.required("webkit_javascript_result_get_js_value")
      textOfValue = try library.required("jsc_value_to_string")
      uri = try library.required("webkit_web_view_get_uri")
      use = try library.required("webkit_policy_decision_use")
      navigationAction = try library.required("webkit_navigation_policy_decision_get_navigation_action")
      request = try library.required("webkit_navigation_action_get_request")
      uriOfRequest = try library.required("webkit_uri_request_get_uri")
      kindOfNavigation = try library.required("webkit_navigation_action_get_navigation_type")
      isGesture = try library.required("webkit_navigation_action_is_user_gesture")
      isMainResource = try library.required("webkit_response_policy_decision_is_main_frame_main_resource")
      isShown = try library.required("webkit_response_policy_decision_is_mime_type_supported")
      response = try library.required("webkit_response_policy_decision_get_response")
      uriOfResponse = try library.required("webkit_uri_response_get_uri")
      status = try library.required("webkit_uri_response_get_status_code")
      headers = try library.required("webkit_uri_response_get_http_headers")
      header = try library.required("soup_message_headers_get_one")
    }

    /// The functions of the library that need no view.
    package subscript<Function>(dynamicMember member: KeyPath<WebKitLibrary, Function>) -> Function {
      library[keyPath: member]
    }
  }
#endif
