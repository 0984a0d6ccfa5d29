// needs: natives.js lists.js hosts.js
/**
 * A rule about the requests of a page. Rules are asked in their order and the first that matches decides: each has `hosts` (a host and
 * all below it; empty for any), `path` (a regex of the address, or ""), `cased` (whether its case counts), `as` (where it is given, the regex sees an address without a
 * port, and with this host unless it is "": then `hosts` is one host, without those below it), `run` (the name of what is run; "" for nothing). It holds on pages of hosts `on` which
 * and below, and `not` on those: the nearest above a page decides, and `all` says whether pages of no such host are meant; without it
 * they are where there is no `on`. `at` are hosts on whose own pages it holds too. Each host stands between blanks.
 * @typedef {{hosts: string[], path: string, cased?: boolean, as?: string, run: string, on?: string, not?: string, at?: string, all?: boolean}} TrackerRule
 */

/** The rules that hold on this page; none where nothing can be run. @param {TrackerRule[]} given */
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
    // The regex is made for the first script of its hosts, of which most pages have none.
    push(rules, { __proto__: null, hosts: rule.hosts, path: rule.path, cased: rule.cased, as: rule.as, regex: null, run: rule.run });
    if (rule.hosts.length === 0 && rule.path === "") {
      break;
    }
  }
  return runs ? rules : newList();
}

/** Whether a rule holds on pages of a host. @param {TrackerRule} rule @param {string} host */
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

/** Whether a name is among hosts. @param {string} name @param {string | undefined} hosts */
function isNamed(name, hosts) {
  return hosts !== undefined && native.indexOf(hosts, " " + name + " ") !== -1;
}

/** The name of what is run for a request to this address; "" for nothing. @param {string} url */
function whatRunsFor(rules, url) {
  const host = hostOf(url);
  if (host === "") {
    return "";
  }
  // The rules of WebKit do not see it either.
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
        // A regex of the data that is none: it is found nowhere.
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

/** An address with this host in the place of its own, and without a port. @param {string} address @param {string} host */
function addressAs(address, host) {
  const start = native.indexOf(address, "://") + 3;
  let path = start;
  while (path < address.length && address[path] !== "/") {
    path += 1;
  }
  return native.slice(address, 0, start) + host + native.slice(address, path);
}
