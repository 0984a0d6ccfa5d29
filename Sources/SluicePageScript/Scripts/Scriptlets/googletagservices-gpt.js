// needs: natives.js natives-language.js dummies.js lists.js
// AdGuard: none
/** Provides Google's publisher tags, which show nothing. */
function scriptlet_googletagservices_gpt(tools, args) {
  const Service = dummyClass("addEventListener! removeEventListener? setRefreshUnfilledSlots enable getName\"\" getVersion\"\"");
  const targeting = "clearTargeting! getTargeting[] getTargetingKeys[] setTargeting! updateTargetingFromMap! set! get: getAttributeKeys[] "
    + "clearCategoryExclusions! setCategoryExclusion! setForceSafeFrame! setSafeFrameConfig! setCollapseEmptyDiv! setConfig! getConfig:";
  const PubAds = dummyClass(targeting + " clear? clearTagForChildDirectedTreatment! collapseEmptyDivs? defineOutOfPagePassback definePassback "
    + "disableInitialLoad display enableAsyncRendering? enableLazyLoad enableSingleRequest? enableSyncRendering? enableVideoAds forceExperiment "
    + "getCorrelator\"\" getVideoContent: getSlotIdMap: getSlots[] isInitialLoadDisabled? isSRA? markAsAmp refresh setCentering "
    + "setCookieOptions! setImaContent setLocation! setPrivacySettings! setPublisherProvidedId! setRequestNonPersonalizedAds! "
    + "setTagForChildDirectedTreatment! setTagForUnderAgeOfConsent! setVideoContent updateCorrelator!", Service);
  const Content = dummyClass("setContent", Service);
  const Companion = dummyClass("enableSyncLoading fillSlot isRoadblockingSupported? setRefreshUnfilledSlots", Service);
  const Mapping = dummyClass("addSize! build:");
  const SlotBase = dummyClass(targeting + " addService! defineSizeMapping! setClickUrl! getCategoryExclusions[] getClickUrl\"\" "
    + "getContentUrl\"\" getEscapedQemQueryId\"\" getFirstLook# getHtml\"\" getOutOfPage? getResponseInformation: getServices[] getSizes[] "
    + "getTargetingMap: getClickThroughUrl\"\"");
  class Slot extends SlotBase {
    #path;
    #id;
    constructor(path, id) {
      super();
      this.#path = native.String(path ?? "");
      this.#id = native.String(id ?? "");
    }
    getAdUnitPath() {
      return this.#path;
    }
    getSlotElementId() {
      return this.#id;
    }
    getDomId() {
      return this.#id;
    }
    getName() {
      return this.#path;
    }
  }
  const services = { __proto__: null, pubads: new PubAds(), companionAds: new Companion(), content: new Content() };
  const given = window.googletag;
  const googletag = typeof given === "object" && given !== null ? given : {};
  const waiting = googletag.cmd;
  const run = (call) => {
    try {
      call();
    } catch {
      // Errors in the page's calls must not stop the others.
    }
  };
  const add = (members) => {
    const keys = native.ownKeys(members);
    for (let i = 0; i < keys.length; i += 1) {
      native.define(googletag, keys[i], { __proto__: null, value: members[keys[i]], writable: true, enumerable: true, configurable: true });
    }
  };
  addDummies(googletag, "disablePublisherConsole display enableServices openConsole setAdIframeTitle setConfig getConfig: destroySlots?");
  add({
    apiReady: true, pubadsReady: true,
    pubads: () => services.pubads,
    companionAds: () => services.companionAds,
    content: () => services.content,
    sizeMapping: () => new Mapping(),
    defineSlot: (path, size, id) => new Slot(path, id),
    defineUnit: (path, size, id) => new Slot(path, id),
    defineOutOfPageSlot: (path, id) => new Slot(path, id),
    getVersion: () => "1",
    enums: {
      OutOfPageFormat: { REWARDED: 4, TOP_ANCHOR: 2, BOTTOM_ANCHOR: 3, INTERSTITIAL: 5 },
      TrafficSource: { PURCHASED: 1, ORGANIC: 2 },
    },
    cmd: {
      push(...calls) {
        for (let i = 0; i < calls.length; i += 1) {
          run(calls[i]);
        }
        return 1;
      },
    },
  });
  provideGlobal("googletag", googletag);
  for (let i = 0; i < (waiting?.length ?? 0); i += 1) {
    run(waiting[i]);
  }
}
