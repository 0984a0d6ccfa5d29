// needs: natives.js natives-document.js natives-language.js lists.js dummies.js
// AdGuard: none
/** Provides Google's IMA SDK, in which each ad ends as soon as it begins. */
function scriptlet_google_ima3(tools, args) {
  if (window.google?.ima !== undefined) {
    return;
  }
  const types = (names) => {
    const made = {};
    const pairs = splitText(names, " ");
    for (let i = 0; i < pairs.length; i += 1) {
      const text = pairs[i];
      let key = "";
      for (let k = 0; k < text.length; k += 1) {
        key += text[k] >= "A" && text[k] <= "Z" ? "_" + text[k] : native.upperCase(text[k]);
      }
      made[key] = text;
    }
    return made;
  };
  /** An object with listeners, by type. */
  class Source {
    #listeners = { __proto__: null };
    addEventListener(type, listener, options, context) {
      const count = native.isArray(type) ? type.length : 1;
      for (let i = 0; i < count; i += 1) {
        const key = native.String(native.isArray(type) ? type[i] : type);
        this.#listeners[key] ??= newList();
        push(this.#listeners[key], { __proto__: null, listener, context });
      }
    }
    removeEventListener(type, listener) {
      const known = this.#listeners[native.String(type)];
      for (let i = 0; i < (known?.length ?? 0); i += 1) {
        if (known[i]?.listener === listener) {
          known[i] = null;
        }
      }
    }
    static send(source, event) {
      const known = source.#listeners[event.type];
      for (let i = 0; i < (known?.length ?? 0); i += 1) {
        const entry = known[i];
        if (typeof entry?.listener === "function") {
          try {
            native.apply(entry.listener, entry.context ?? window, [event]);
          } catch {
            // An error in one listener must not affect the others.
          }
        }
      }
    }
  }
  class SDKEvent {
    constructor(type, ad) {
      this.type = type;
      this.ad = ad ?? null;
    }
    getAd() {
      return this.ad;
    }
    getAdData() {
      return {};
    }
  }
  const PodInfo = dummyClass("getAdPosition# getIsBumper? getMaxDuration# getPodIndex# getTimeOffset# getTotalAds#");
  const AdBase = dummyClass("getAdId\"\" getAdSystem\"\" getAdvertiserName\"\" getApiFramework: getCompanionAds[] getContentType\"\" getCreativeAdId\"\" "
    + "getCreativeId\"\" getDealId\"\" getDescription\"\" getDuration# getHeight# getMediaUrl: getMinSuggestedDuration# getSkipTimeOffset# getSurveyUrl: "
    + "getTitle\"\" getTraffickingParametersString\"\" getUiElements[] getUniversalAdIdRegistry\"\" getUniversalAdIds[] getUniversalAdIdValue\"\" "
    + "getVastMediaBitrate# getVastMediaHeight# getVastMediaWidth# getWidth# getWrapperAdIds[] getWrapperAdSystems[] getWrapperCreativeIds[] isSkippable? "
    + "isUiDisabled?");
  class Ad extends AdBase {
    getAdPodInfo() {
      return new PodInfo();
    }
    getTraffickingParameters() {
      return {};
    }
    isLinear() {
      return true;
    }
  }
  const ManagerBase = dummyClass("collapse configureAdsManager destroy discardAdBreak expand focus getAdSkippableState? getCuePoints[] getCurrentAd: "
    + "getCurrentAdCuePoints[] getRemainingTime# getVolume# init isCustomClickTrackingUsed? isCustomPlaybackUsed? pause resize resume setVolume skip stop "
    + "updateAdsRenderingSettings", Source);
  class AdsManager extends ManagerBase {
    #isStarted = false;
    getVolume() {
      return 1;
    }
    start() {
      if (this.#isStarted) {
        return;
      }
      this.#isStarted = true;
      const ad = new Ad();
      const steps = ["contentPauseRequested", "loaded", "start", "impression", "complete", "contentResumeRequested", "allAdsCompleted"];
      const next = (at) => {
        Source.send(this, new SDKEvent(steps[at], ad));
        if (at + 1 < steps.length) {
          native.setTimeout(() => next(at + 1), 1);
        }
      };
      native.setTimeout(() => next(0), 1);
    }
  }
  class LoadedEvent extends SDKEvent {
    constructor(context) {
      super("adsManagerLoaded");
      this.context = context;
    }
    getAdsManager() {
      return new AdsManager();
    }
    getUserRequestContext() {
      return this.context ?? {};
    }
  }
  LoadedEvent.Type = { ADS_MANAGER_LOADED: "adsManagerLoaded" };
  const Settings = dummyClass("getCompanionBackfill\"\" getDisableCustomPlaybackForIOS10Plus? getDisabledFlashAds? getFeatureFlags: getLocale\"\" "
    + "getNumRedirects# getPlayerType\"\" getPlayerVersion\"\" getPpid\"\" getVpaidMode# isCookiesEnabled? isVpaidAdapter? setAutoPlayAdBreaks "
    + "setCompanionBackfill setCookiesEnabled setDisableCustomPlaybackForIOS10Plus setDisableFlashAds setFeatureFlags setIsVpaidAdapter setLocale "
    + "setNumRedirects setPlayerType setPlayerVersion setPpid setSessionId setVpaidAllowed setVpaidMode");
  Settings.CompanionBackfillMode = { ALWAYS: "always", ON_MASTER_AD: "on_master_ad" };
  Settings.VpaidMode = { DISABLED: 0, ENABLED: 1, INSECURE: 2 };
  const settings = new Settings();
  class AdsLoader extends dummyClass("contentComplete destroy getVersion\"\"", Source) {
    getSettings() {
      return settings;
    }
    requestAds(request, context) {
      native.setTimeout(() => Source.send(this, new LoadedEvent(context)), 1);
    }
  }
  class AdDisplayContainer extends dummyClass("destroy initialize") {
    constructor(container) {
      super();
      try {
        native.appendChild(container, native.createElement(document, "div"));
      } catch {
        // The value is not an element.
      }
    }
  }
  const event = (names) => {
    const made = class extends SDKEvent {};
    made.Type = types(names);
    return made;
  };
  const AdEvent = event("adBreakReady adBuffering adCanPlay adMetadata adProgress allAdsCompleted click complete contentPauseRequested "
    + "contentResumeRequested durationChange expandedChanged firstQuartile impression interaction linearChanged loaded log midpoint pause resume skip "
    + "skippableStateChanged thirdQuartile userClose videoClicked videoIconClicked volumeChange");
  AdEvent.Type.STARTED = "start";
  AdEvent.Type.SKIPPED = "skip";
  AdEvent.Type.PAUSED = "pause";
  AdEvent.Type.RESUMED = "resume";
  AdEvent.Type.CLICK = "click";
  AdEvent.Type.VOLUME_MUTED = "mute";
  AdEvent.Type.VOLUME_CHANGED = "volumeChange";
  AdEvent.Type.VIEWABLE_IMPRESSION = "viewable_impression";
  const AdErrorEvent = event("adError");
  const CustomContentLoadedEvent = event("");
  CustomContentLoadedEvent.Type = { CUSTOM_CONTENT_LOADED: "deprecated-event" };
  const AdError = dummyClass("getErrorCode# getInnerError: getMessage\"\" getType\"\" getVastErrorCode#");
  AdError.ErrorCode = {};
  AdError.Type = { AD_LOAD: "adLoadError", AD_PLAY: "adPlayError" };
  const Companion = dummyClass("getAdSlotId\"\" getContent\"\" getContentType\"\" getHeight# getWidth#");
  const members = {
    AdCuePoints: class {}, AdDisplayContainer, AdError, AdErrorEvent, AdEvent, AdPodInfo: PodInfo, AdProgressData: class {}, Ad,
    AdsLoader, AdsManager, AdsManagerLoadedEvent: LoadedEvent, AdsRenderingSettings: class {}, CompanionAd: Companion,
    CompanionAdSelectionSettings: class {}, CustomContentLoadedEvent, ImaSdkSettings: Settings, OmidVerificationVendor: { OTHER: 1, GOOGLE: 9 },
    AdsRequest: dummyClass("setAdWillAutoPlay setAdWillPlayMuted setContinuousPlayback getVideoPlayActivation"), UniversalAdIdInfo: class {},
    settings, UiElements: { AD_ATTRIBUTION: "adAttribution", COUNTDOWN: "countdown" },
    ViewMode: { FULLSCREEN: "fullscreen", NORMAL: "normal" }, VERSION: "3.1.0",
  };
  members.OmidAccessMode = { DOMAIN: "domain", FULL: "full", LIMITED: "limited" };
  members.AdsRenderingSettings.AUTO_SCALE = -1;
  members.CompanionAdSelectionSettings.CreativeType = { ALL: "All", FLASH: "Flash", IMAGE: "Image" };
  members.CompanionAdSelectionSettings.ResourceType = { ALL: "All", HTML: "Html", IFRAME: "IFrame", STATIC: "Static" };
  members.CompanionAdSelectionSettings.SizeCriteria = { IGNORE: "IgnoreSize", SELECT_EXACT_MATCH: "SelectExactMatch", SELECT_NEAR_MATCH: "SelectNearMatch" };
  const google = typeof window.google === "object" && window.google !== null ? window.google : {};
  google.ima = members;
  provideGlobal("google", google);
}
