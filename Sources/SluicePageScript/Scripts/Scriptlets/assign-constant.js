// needs: natives.js
// script: name, value
// required: 1
/**
 * Arguments: variable, value as JSON. Assigns the value once, as a script of the list does. An empty value is a
 * function that does nothing.
 */
function scriptlet_assign_constant(tools, args) {
  try {
    window[args[0]] = args[1] === undefined ? undefined : args[1] === "" ? function () {} : native.parse(args[1]);
  } catch {
    // A variable that no script can assign.
  }
}
