// needs: natives.js masks.js
// uBlock Origin: none
// AdGuard: none
/** Makes RTCPeerConnection create objects that do nothing. */
function scriptlet_nowebrtc(tools, args) {
  const names = ["RTCPeerConnection", "webkitRTCPeerConnection"];
  for (let i = 0; i < names.length; i += 1) {
    const Dummy = function () {};
    Dummy.prototype = {
      constructor: Dummy,
      addEventListener() {},
      removeEventListener() {},
      close() {},
      createDataChannel() {
        return { close() {}, send() {}, addEventListener() {} };
      },
      createOffer() {
        return new native.Promise(() => {});
      },
      setLocalDescription() {
        return new native.Promise(() => {});
      },
      setRemoteDescription() {
        return new native.Promise(() => {});
      },
      toString() {
        return "[object RTCPeerConnection]";
      },
    };
    replaceMethod(window, names[i], () => Dummy);
  }
}
