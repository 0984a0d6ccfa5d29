// The page scripts in the folders next to this file, which the compiler embeds. SwiftPM would generate Swift arrays, which take
// the compiler 20 seconds.

#include "ScriptTexts.h"

// #embed is part of C23. Clang 19 and later, which Xcode 16.3 and the toolchains contain, accept it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT(name) { name, (const unsigned char[]){
#define END , 0 } },

static const ScriptText texts[] = {
// SLUICE_UPDATE_DOCS=1 swift test --filter ScriptComposerTests -->
TEXT("collapse.js")
#embed "Isolated/collapse.js"
END
TEXT("dom.js")
#embed "Isolated/dom.js"
END
TEXT("elements.js")
#embed "Isolated/elements.js"
END
TEXT("empty-elements.js")
#embed "Isolated/empty-elements.js"
END
TEXT("events.js")
#embed "Isolated/events.js"
END
TEXT("failed-elements.js")
#embed "Isolated/failed-elements.js"
END
TEXT("look-up.js")
#embed "Isolated/look-up.js"
END
TEXT("operands.js")
#embed "Isolated/operands.js"
END
TEXT("reports.js")
#embed "Isolated/reports.js"
END
TEXT("run-isolated.js")
#embed "Isolated/run-isolated.js"
END
TEXT("selectors.js")
#embed "Isolated/selectors.js"
END
TEXT("send-calls.js")
#embed "Isolated/send-calls.js"
END
TEXT("start-isolated.js")
#embed "Isolated/start-isolated.js"
END
TEXT("started-around.js")
#embed "Isolated/started-around.js"
END
TEXT("style-rules.js")
#embed "Isolated/style-rules.js"
END
TEXT("styles.js")
#embed "Isolated/styles.js"
END
TEXT("abort.js")
#embed "Page/abort.js"
END
TEXT("answers.js")
#embed "Page/answers.js"
END
TEXT("argument-text.js")
#embed "Page/argument-text.js"
END
TEXT("block-requests.js")
#embed "Page/block-requests.js"
END
TEXT("chains.js")
#embed "Page/chains.js"
END
TEXT("click-conditions.js")
#embed "Page/click-conditions.js"
END
TEXT("constant-traps.js")
#embed "Page/constant-traps.js"
END
TEXT("constructors.js")
#embed "Page/constructors.js"
END
TEXT("dummies.js")
#embed "Page/dummies.js"
END
TEXT("edited-arguments.js")
#embed "Page/edited-arguments.js"
END
TEXT("edited-elements.js")
#embed "Page/edited-elements.js"
END
TEXT("edited-json.js")
#embed "Page/edited-json.js"
END
TEXT("edited-objects.js")
#embed "Page/edited-objects.js"
END
TEXT("edited-properties.js")
#embed "Page/edited-properties.js"
END
TEXT("edited-receivers.js")
#embed "Page/edited-receivers.js"
END
TEXT("edited-requests.js")
#embed "Page/edited-requests.js"
END
TEXT("edited-results.js")
#embed "Page/edited-results.js"
END
TEXT("failed-requests.js")
#embed "Page/failed-requests.js"
END
TEXT("fetch.js")
#embed "Page/fetch.js"
END
TEXT("fingerprints.js")
#embed "Page/fingerprints.js"
END
TEXT("foreign-errors.js")
#embed "Page/foreign-errors.js"
END
TEXT("guarded-methods.js")
#embed "Page/guarded-methods.js"
END
TEXT("hidden-sheets.js")
#embed "Page/hidden-sheets.js"
END
TEXT("hosts.js")
#embed "Page/hosts.js"
END
TEXT("json-answers.js")
#embed "Page/json-answers.js"
END
TEXT("json-edits.js")
#embed "Page/json-edits.js"
END
TEXT("json-places.js")
#embed "Page/json-places.js"
END
TEXT("json-pruning.js")
#embed "Page/json-pruning.js"
END
TEXT("json-queries.js")
#embed "Page/json-queries.js"
END
TEXT("masks.js")
#embed "Page/masks.js"
END
TEXT("matches-prop.js")
#embed "Page/matches-prop.js"
END
TEXT("page-code.js")
#embed "Page/page-code.js"
END
TEXT("parsed-json.js")
#embed "Page/parsed-json.js"
END
TEXT("prevented-fetch.js")
#embed "Page/prevented-fetch.js"
END
TEXT("prevented-xhr.js")
#embed "Page/prevented-xhr.js"
END
TEXT("pruned-queries.js")
#embed "Page/pruned-queries.js"
END
TEXT("replaced-answers.js")
#embed "Page/replaced-answers.js"
END
TEXT("request-address.js")
#embed "Page/request-address.js"
END
TEXT("request-rules.js")
#embed "Page/request-rules.js"
END
TEXT("shadow-trees.js")
#embed "Page/shadow-trees.js"
END
TEXT("stack.js")
#embed "Page/stack.js"
END
TEXT("start.js")
#embed "Page/start.js"
END
TEXT("state.js")
#embed "Page/state.js"
END
TEXT("surrogates.js")
#embed "Page/surrogates.js"
END
TEXT("text-answers.js")
#embed "Page/text-answers.js"
END
TEXT("timer-rules.js")
#embed "Page/timer-rules.js"
END
TEXT("timers.js")
#embed "Page/timers.js"
END
TEXT("told-changes.js")
#embed "Page/told-changes.js"
END
TEXT("tracker-rules.js")
#embed "Page/tracker-rules.js"
END
TEXT("traps.js")
#embed "Page/traps.js"
END
TEXT("xhr.js")
#embed "Page/xhr.js"
END
TEXT("abort-current-script.js")
#embed "Scriptlets/abort-current-script.js"
END
TEXT("abort-on-iframe-property.js")
#embed "Scriptlets/abort-on-iframe-property.js"
END
TEXT("abort-on-property-read.js")
#embed "Scriptlets/abort-on-property-read.js"
END
TEXT("abort-on-property-write.js")
#embed "Scriptlets/abort-on-property-write.js"
END
TEXT("abort-on-stack-trace.js")
#embed "Scriptlets/abort-on-stack-trace.js"
END
TEXT("adjust-setInterval.js")
#embed "Scriptlets/adjust-setInterval.js"
END
TEXT("adjust-setTimeout.js")
#embed "Scriptlets/adjust-setTimeout.js"
END
TEXT("alert-buster.js")
#embed "Scriptlets/alert-buster.js"
END
TEXT("amazon-apstag.js")
#embed "Scriptlets/amazon-apstag.js"
END
TEXT("assign-constant.js")
#embed "Scriptlets/assign-constant.js"
END
TEXT("call-nothrow.js")
#embed "Scriptlets/call-nothrow.js"
END
TEXT("close-window.js")
#embed "Scriptlets/close-window.js"
END
TEXT("disable-newtab-links.js")
#embed "Scriptlets/disable-newtab-links.js"
END
TEXT("edit-element-object.js")
#embed "Scriptlets/edit-element-object.js"
END
TEXT("edit-inbound-object.js")
#embed "Scriptlets/edit-inbound-object.js"
END
TEXT("edit-object-on-getter.js")
#embed "Scriptlets/edit-object-on-getter.js"
END
TEXT("edit-object-on-setter.js")
#embed "Scriptlets/edit-object-on-setter.js"
END
TEXT("edit-outbound-object.js")
#embed "Scriptlets/edit-outbound-object.js"
END
TEXT("edit-this-object.js")
#embed "Scriptlets/edit-this-object.js"
END
TEXT("fingerprint2.js")
#embed "Scriptlets/fingerprint2.js"
END
TEXT("fingerprintjs2.js")
#embed "Scriptlets/fingerprintjs2.js"
END
TEXT("gemius.js")
#embed "Scriptlets/gemius.js"
END
TEXT("google-analytics.js")
#embed "Scriptlets/google-analytics.js"
END
TEXT("google-ima3.js")
#embed "Scriptlets/google-ima3.js"
END
TEXT("googletagservices-gpt.js")
#embed "Scriptlets/googletagservices-gpt.js"
END
TEXT("hide-if-shadow-contains.js")
#embed "Scriptlets/hide-if-shadow-contains.js"
END
TEXT("hide-in-shadow-dom.js")
#embed "Scriptlets/hide-in-shadow-dom.js"
END
TEXT("href-sanitizer.js")
#embed "Scriptlets/href-sanitizer.js"
END
TEXT("inject-css-in-shadow-dom.js")
#embed "Scriptlets/inject-css-in-shadow-dom.js"
END
TEXT("json-edit-fetch-request.js")
#embed "Scriptlets/json-edit-fetch-request.js"
END
TEXT("json-edit-fetch-response.js")
#embed "Scriptlets/json-edit-fetch-response.js"
END
TEXT("json-edit-xhr-request.js")
#embed "Scriptlets/json-edit-xhr-request.js"
END
TEXT("json-edit-xhr-response.js")
#embed "Scriptlets/json-edit-xhr-response.js"
END
TEXT("json-edit.js")
#embed "Scriptlets/json-edit.js"
END
TEXT("json-override.js")
#embed "Scriptlets/json-override.js"
END
TEXT("json-prune-fetch-response.js")
#embed "Scriptlets/json-prune-fetch-response.js"
END
TEXT("json-prune-xhr-response.js")
#embed "Scriptlets/json-prune-xhr-response.js"
END
TEXT("json-prune.js")
#embed "Scriptlets/json-prune.js"
END
TEXT("jsonl-edit-fetch-response.js")
#embed "Scriptlets/jsonl-edit-fetch-response.js"
END
TEXT("jsonl-edit-xhr-response.js")
#embed "Scriptlets/jsonl-edit-xhr-response.js"
END
TEXT("m3u-prune.js")
#embed "Scriptlets/m3u-prune.js"
END
TEXT("multiup.js")
#embed "Scriptlets/multiup.js"
END
TEXT("no-protected-audience.js")
#embed "Scriptlets/no-protected-audience.js"
END
TEXT("no-topics.js")
#embed "Scriptlets/no-topics.js"
END
TEXT("nobab.js")
#embed "Scriptlets/nobab.js"
END
TEXT("noeval-if.js")
#embed "Scriptlets/noeval-if.js"
END
TEXT("noeval.js")
#embed "Scriptlets/noeval.js"
END
TEXT("nofab.js")
#embed "Scriptlets/nofab.js"
END
TEXT("nowebrtc.js")
#embed "Scriptlets/nowebrtc.js"
END
TEXT("override-members.js")
#embed "Scriptlets/override-members.js"
END
TEXT("popads-dummy.js")
#embed "Scriptlets/popads-dummy.js"
END
TEXT("prevent-addEventListener.js")
#embed "Scriptlets/prevent-addEventListener.js"
END
TEXT("prevent-canvas.js")
#embed "Scriptlets/prevent-canvas.js"
END
TEXT("prevent-clipboard-write.js")
#embed "Scriptlets/prevent-clipboard-write.js"
END
TEXT("prevent-constructor.js")
#embed "Scriptlets/prevent-constructor.js"
END
TEXT("prevent-dialog.js")
#embed "Scriptlets/prevent-dialog.js"
END
TEXT("prevent-element-src-loading.js")
#embed "Scriptlets/prevent-element-src-loading.js"
END
TEXT("prevent-fetch.js")
#embed "Scriptlets/prevent-fetch.js"
END
TEXT("prevent-innerHTML.js")
#embed "Scriptlets/prevent-innerHTML.js"
END
TEXT("prevent-navigation.js")
#embed "Scriptlets/prevent-navigation.js"
END
TEXT("prevent-popads-net.js")
#embed "Scriptlets/prevent-popads-net.js"
END
TEXT("prevent-requestAnimationFrame.js")
#embed "Scriptlets/prevent-requestAnimationFrame.js"
END
TEXT("prevent-setInterval.js")
#embed "Scriptlets/prevent-setInterval.js"
END
TEXT("prevent-setTimeout.js")
#embed "Scriptlets/prevent-setTimeout.js"
END
TEXT("prevent-window-open.js")
#embed "Scriptlets/prevent-window-open.js"
END
TEXT("prevent-xhr.js")
#embed "Scriptlets/prevent-xhr.js"
END
TEXT("proxy-apply-config.js")
#embed "Scriptlets/proxy-apply-config.js"
END
TEXT("refresh-defuser.js")
#embed "Scriptlets/refresh-defuser.js"
END
TEXT("remove-attr.js")
#embed "Scriptlets/remove-attr.js"
END
TEXT("remove-class.js")
#embed "Scriptlets/remove-class.js"
END
TEXT("remove-cookie.js")
#embed "Scriptlets/remove-cookie.js"
END
TEXT("remove-in-shadow-dom.js")
#embed "Scriptlets/remove-in-shadow-dom.js"
END
TEXT("remove-node-text.js")
#embed "Scriptlets/remove-node-text.js"
END
TEXT("remove-request-query-parameter.js")
#embed "Scriptlets/remove-request-query-parameter.js"
END
TEXT("replace-node-text.js")
#embed "Scriptlets/replace-node-text.js"
END
TEXT("set-attr.js")
#embed "Scriptlets/set-attr.js"
END
TEXT("set-constant.js")
#embed "Scriptlets/set-constant.js"
END
TEXT("set-cookie-reload.js")
#embed "Scriptlets/set-cookie-reload.js"
END
TEXT("set-cookie.js")
#embed "Scriptlets/set-cookie.js"
END
TEXT("set-local-storage-item.js")
#embed "Scriptlets/set-local-storage-item.js"
END
TEXT("set-session-storage-item.js")
#embed "Scriptlets/set-session-storage-item.js"
END
TEXT("spoof-css.js")
#embed "Scriptlets/spoof-css.js"
END
TEXT("timer-override.js")
#embed "Scriptlets/timer-override.js"
END
TEXT("trusted-click-element.js")
#embed "Scriptlets/trusted-click-element.js"
END
TEXT("trusted-create-element.js")
#embed "Scriptlets/trusted-create-element.js"
END
TEXT("trusted-create-html.js")
#embed "Scriptlets/trusted-create-html.js"
END
TEXT("trusted-dispatch-event.js")
#embed "Scriptlets/trusted-dispatch-event.js"
END
TEXT("trusted-edit-element-object.js")
#embed "Scriptlets/trusted-edit-element-object.js"
END
TEXT("trusted-edit-inbound-object.js")
#embed "Scriptlets/trusted-edit-inbound-object.js"
END
TEXT("trusted-edit-object-on-getter.js")
#embed "Scriptlets/trusted-edit-object-on-getter.js"
END
TEXT("trusted-edit-object-on-setter.js")
#embed "Scriptlets/trusted-edit-object-on-setter.js"
END
TEXT("trusted-edit-outbound-object.js")
#embed "Scriptlets/trusted-edit-outbound-object.js"
END
TEXT("trusted-edit-this-object.js")
#embed "Scriptlets/trusted-edit-this-object.js"
END
TEXT("trusted-json-edit-fetch-request.js")
#embed "Scriptlets/trusted-json-edit-fetch-request.js"
END
TEXT("trusted-json-edit-fetch-response.js")
#embed "Scriptlets/trusted-json-edit-fetch-response.js"
END
TEXT("trusted-json-edit-xhr-request.js")
#embed "Scriptlets/trusted-json-edit-xhr-request.js"
END
TEXT("trusted-json-edit-xhr-response.js")
#embed "Scriptlets/trusted-json-edit-xhr-response.js"
END
TEXT("trusted-json-edit.js")
#embed "Scriptlets/trusted-json-edit.js"
END
TEXT("trusted-jsonl-edit-fetch-response.js")
#embed "Scriptlets/trusted-jsonl-edit-fetch-response.js"
END
TEXT("trusted-jsonl-edit-xhr-response.js")
#embed "Scriptlets/trusted-jsonl-edit-xhr-response.js"
END
TEXT("trusted-override-element-method.js")
#embed "Scriptlets/trusted-override-element-method.js"
END
TEXT("trusted-prevent-dom-bypass.js")
#embed "Scriptlets/trusted-prevent-dom-bypass.js"
END
TEXT("trusted-prevent-fetch.js")
#embed "Scriptlets/trusted-prevent-fetch.js"
END
TEXT("trusted-prevent-xhr.js")
#embed "Scriptlets/trusted-prevent-xhr.js"
END
TEXT("trusted-prune-inbound-object.js")
#embed "Scriptlets/trusted-prune-inbound-object.js"
END
TEXT("trusted-replace-argument.js")
#embed "Scriptlets/trusted-replace-argument.js"
END
TEXT("trusted-replace-fetch-response.js")
#embed "Scriptlets/trusted-replace-fetch-response.js"
END
TEXT("trusted-replace-outbound-text.js")
#embed "Scriptlets/trusted-replace-outbound-text.js"
END
TEXT("trusted-replace-xhr-response.js")
#embed "Scriptlets/trusted-replace-xhr-response.js"
END
TEXT("trusted-set-attr.js")
#embed "Scriptlets/trusted-set-attr.js"
END
TEXT("trusted-set-constant.js")
#embed "Scriptlets/trusted-set-constant.js"
END
TEXT("trusted-set-cookie-reload.js")
#embed "Scriptlets/trusted-set-cookie-reload.js"
END
TEXT("trusted-set-cookie.js")
#embed "Scriptlets/trusted-set-cookie.js"
END
TEXT("trusted-set-local-storage-item.js")
#embed "Scriptlets/trusted-set-local-storage-item.js"
END
TEXT("trusted-set-session-storage-item.js")
#embed "Scriptlets/trusted-set-session-storage-item.js"
END
TEXT("trusted-suppress-native-method.js")
#embed "Scriptlets/trusted-suppress-native-method.js"
END
TEXT("window.name-defuser.js")
#embed "Scriptlets/window.name-defuser.js"
END
TEXT("xml-prune.js")
#embed "Scriptlets/xml-prune.js"
END
TEXT("added-elements.js")
#embed "Shared/added-elements.js"
END
TEXT("constants.js")
#embed "Shared/constants.js"
END
TEXT("cookies.js")
#embed "Shared/cookies.js"
END
TEXT("hand-over.js")
#embed "Shared/hand-over.js"
END
TEXT("json-paths.js")
#embed "Shared/json-paths.js"
END
TEXT("lists.js")
#embed "Shared/lists.js"
END
TEXT("natives-document.js")
#embed "Shared/natives-document.js"
END
TEXT("natives-elements.js")
#embed "Shared/natives-elements.js"
END
TEXT("natives-errors.js")
#embed "Shared/natives-errors.js"
END
TEXT("natives-language.js")
#embed "Shared/natives-language.js"
END
TEXT("natives-scripts.js")
#embed "Shared/natives-scripts.js"
END
TEXT("natives.js")
#embed "Shared/natives.js"
END
TEXT("options.js")
#embed "Shared/options.js"
END
TEXT("patterns.js")
#embed "Shared/patterns.js"
END
TEXT("removing.js")
#embed "Shared/removing.js"
END
TEXT("run-at.js")
#embed "Shared/run-at.js"
END
TEXT("run-calls.js")
#embed "Shared/run-calls.js"
END
TEXT("set-attributes.js")
#embed "Shared/set-attributes.js"
END
TEXT("settled.js")
#embed "Shared/settled.js"
END
TEXT("storage-values.js")
#embed "Shared/storage-values.js"
END
TEXT("storage.js")
#embed "Shared/storage.js"
END
TEXT("text-nodes.js")
#embed "Shared/text-nodes.js"
END
TEXT("trusted-constants.js")
#embed "Shared/trusted-constants.js"
END
TEXT("trusted-cookies.js")
#embed "Shared/trusted-cookies.js"
END
TEXT("watch.js")
#embed "Shared/watch.js"
END
};

const ScriptText *page_script_texts(size_t *count) {
  *count = sizeof texts / sizeof *texts;
  return texts;
}
