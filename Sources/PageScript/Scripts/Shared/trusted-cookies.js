// needs: natives.js cookies.js storage.js options.js
/** name, value[, expiry: `1day`, `1year` or seconds[, path[, `domain`, name]]]: says whether it changed anything. */
function writeTrustedCookie(tools, args) {
  if (args.length < 2) {
    return false;
  }
  const expiry = args[2] ?? "";
  let seconds = "";
  if (expiry === "1day") {
    seconds = "86400";
  } else if (expiry === "1year") {
    seconds = "31536000";
  } else if (expiry !== "") {
    if (!isInteger(expiry)) {
      return false;
    }
    seconds = expiry;
  }
  const isAdGuard = tools.dialect === "adguard";
  const domain = isAdGuard ? args[4] ?? "" : native.String(readOptions(args, 4).domain ?? "");
  return writeCookie(args[0], expandTimes(args[1]), args[3] ? args[3] : "/", seconds, domain);
}
