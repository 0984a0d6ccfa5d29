// needs: shadow-trees.js styles.js
// world: isolated
// adds: style sheets
// AdGuard: rules, selector of hosts
// not read: how the rules are added
/** Arguments: rules[, selector of hosts]. Adds a style sheet to open shadow trees. */
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
  forEachShadowTree(args[1] ?? "", (root) => {
    if (!root.adoptedStyleSheets.includes(sheet)) {
      root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
      tellSheet(root);
    }
  });
}
