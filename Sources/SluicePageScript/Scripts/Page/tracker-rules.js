// needs: natives.js lists.js hosts.js
/**
 * A rule about the requests of a page. The first rule that matches decides.
 *
 * - `hosts`: the hosts of the requests, including subdomains; empty for any host
 * - `path`: a regex for the address, or ""
 * - `cased`: whether the regex is case-sensitive
 * - `as`: if given, the regex is matched against the address without a port and, unless it is "", with this
 *   host. Then `hosts` is a single host without its subdomains
 * - `run`: the name of the action; "" for none
 * - `on`, `not`: the hosts whose pages, including subdomains, the rule applies to and does not apply to. The
 *   nearest host at or above the page's host decides
 * - `all`: whether the rule applies to pages of other hosts. Without it, the rule does so if there is no `on`
 * - `at`: the hosts on whose own pages the rule applies too
 *
 * `on`, `not` and `at` have a space before and after each host.
 * @typedef {{hosts: string[], path: string, cased?: boolean, as?: string, run: string, on?: string, not?: string, at?: string, all?: boolean}} TrackerRule
 */

/**
 * Returns the rules that apply to this page; empty if none of them has an action.
 * @param {TrackerRule[]} given
 */
function readTrackerRules(given) {
  const rules = newList();
  const host = pageHost();
  let runs = false;
  for (let i = 0; i < given.length; i += 1) {
    const rule = given[i];
    if (!holdsOn(rule, host)) {
      continue;
    }
    runs = runs || rule.run !== "";
    // The regex is created for the first script of its hosts. Most pages have none.
    push(rules, { __proto__: null, hosts: rule.hosts, path: rule.path, cased: rule.cased, as: rule.as, regex: null, run: rule.run });
    if (rule.hosts.length === 0 && rule.path === "") {
      break;
    }
  }
  return runs ? rules : newList();
}

/** Returns whether a rule applies to pages of a host. @param {TrackerRule} rule @param {string} host */
function holdsOn(rule, host) {
  if (isNamed(host, rule.at)) {
    return true;
  }
  for (let name = host; name !== "";) {
    if (isNamed(name, rule.on)) {
      return true;
    }
    if (isNamed(name, rule.not)) {
      return false;
    }
    const dot = native.indexOf(name, ".");
    name = dot === -1 ? "" : native.slice(name, dot + 1);
  }
  return rule.all ?? rule.on === undefined;
}

/** Returns whether a host is in a list. @param {string} name @param {string | undefined} hosts */
function isNamed(name, hosts) {
  return hosts !== undefined && native.indexOf(hosts, " " + name + " ") !== -1;
}

/** Returns the name of the action for a request to this address; "" for none. @param {string} url */
function whatRunsFor(rules, url) {
  const host = hostOf(url);
  if (host === "") {
    return "";
  }
  // WebKit's rules do not see the fragment either.
  const hash = native.indexOf(url, "#");
  const address = hash === -1 ? url : native.slice(url, 0, hash);
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i];
    if (rule.hosts.length > 0 && !(rule.as ? rule.hosts[0] === host : isBelowAny(host, rule.hosts))) {
      continue;
    }
    if (rule.path !== "" && rule.regex === null) {
      try {
        rule.regex = new native.RegExp(rule.path, rule.cased ? "" : "i");
      } catch {
        // An invalid regex in the data matches nothing.
        rule.hosts = [""];
        continue;
      }
    }
    if (rule.regex === null || native.exec(rule.regex, rule.as === undefined ? address : addressAs(address, rule.as || host)) !== null) {
      return rule.run;
    }
  }
  return "";
}

/**
 * Returns an address with this host in place of its own, and without a port.
 * @param {string} address
 * @param {string} host
 */
function addressAs(address, host) {
  const start = native.indexOf(address, "://") + 3;
  let path = start;
  while (path < address.length && address[path] !== "/") {
    path += 1;
  }
  return native.slice(address, 0, start) + host + native.slice(address, path);
}
