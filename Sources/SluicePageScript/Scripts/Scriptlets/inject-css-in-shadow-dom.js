// needs: shadow-trees.js hidden-sheets.js
// AdGuard: rules, selector of hosts
// required: 1
// not read: how the rules are added
/** Arguments: rules[, selector of hosts]. Adds a style sheet to shadow trees, also to closed ones. */
function scriptlet_inject_css_in_shadow_dom(tools, args) {
  const rules = args[0] ?? "";
  const text = native.lowerCase(rules);
  // These could load something.
  for (const part of ["url(", "src(", "image(", "image-set(", "@", "//", "/*", "\\", "<"]) {
    if (native.indexOf(text, part) !== -1) {
      return;
    }
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  if (sheet.cssRules.length === 0) {
    return;
  }
  hideTreeSheets();
  forEachShadowTree(args[1] ?? "", true, (root) => {
    const live = native.adoptedInTree(root);
    let isThere = false;
    for (let i = 0; i < live.length; i += 1) {
      isThere = isThere || live[i] === sheet;
    }
    if (!isThere) {
      putFirst(live, sheet);
      hideFirstSheet(root);
    }
  });
}
