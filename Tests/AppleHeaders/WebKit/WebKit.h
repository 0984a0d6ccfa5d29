// The declarations of WebKit's public interface that Sluice uses, with their annotations, and nothing else of those files: names, types,
// nullability, availability, and how Swift sees them. From the headers of https://github.com/WebKit/WebKit,
// Source/WebKit/UIProcess/API/Cocoa, each named below; these are under the BSD license in their first lines, (C) Apple Inc.
#pragma once
@import UIKit;

// WKFoundation.h
#define WK_SWIFT_ASYNC(N) __attribute__((swift_async(not_swift_private, N)))
#define WK_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define WK_SWIFT_ASYNC_NAME(...) __attribute__((swift_async_name(#__VA_ARGS__)))
#define AVAILABLE(MAC, IOS) API_AVAILABLE_OF(MAC, IOS)

// WKContentRuleList.h
WK_SWIFT_UI_ACTOR AVAILABLE(10.13, 11.0)
@interface WKContentRuleList : NSObject
@property (nonatomic, readonly, copy) NSString *identifier;
@end

// WKContentRuleListStore.h, which says nothing of nullability
WK_SWIFT_UI_ACTOR AVAILABLE(10.13, 11.0)
@interface WKContentRuleListStore : NSObject
+ (instancetype)defaultStore;
+ (instancetype)storeWithURL:(NSURL *)url;
- (void)compileContentRuleListForIdentifier:(NSString *)identifier encodedContentRuleList:(NSString *)encodedContentRuleList completionHandler:(void (^)(WKContentRuleList *, NSError *))completionHandler;
- (void)lookUpContentRuleListForIdentifier:(NSString *)identifier completionHandler:(void (^)(WKContentRuleList *, NSError *))completionHandler WK_SWIFT_ASYNC_NAME(contentRuleList(forIdentifier:));
- (void)removeContentRuleListForIdentifier:(NSString *)identifier completionHandler:(void (^)(NSError *))completionHandler;
- (void)getAvailableContentRuleListIdentifiers:(void (^)(NSArray<NSString *> *))completionHandler WK_SWIFT_ASYNC_NAME(availableIdentifiers());
@end

NS_ASSUME_NONNULL_BEGIN
@class WKWebView, WKNavigation, WKDownload;

// WKContentWorld.h
WK_SWIFT_UI_ACTOR AVAILABLE(11.0, 14.0)
@interface WKContentWorld : NSObject
+ (WKContentWorld *)worldWithName:(NSString *)name __attribute__((swift_name("world(name:)")));
@property (class, nonatomic, readonly) WKContentWorld *pageWorld __attribute__((swift_name("page")));
@property (class, nonatomic, readonly) WKContentWorld *defaultClientWorld __attribute__((swift_name("defaultClient")));
@end

// WKUserScript.h
typedef NS_ENUM_OF(WKUserScriptInjectionTime) {
    WKUserScriptInjectionTimeAtDocumentStart,
    WKUserScriptInjectionTimeAtDocumentEnd
} AVAILABLE(10.10, 8.0);
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKUserScript : NSObject
- (instancetype)initWithSource:(NSString *)source injectionTime:(WKUserScriptInjectionTime)injectionTime forMainFrameOnly:(BOOL)forMainFrameOnly inContentWorld:(WKContentWorld *)contentWorld AVAILABLE(11.0, 14.0);
@end

// WKScriptMessage.h, WKScriptMessageHandler.h
@class WKUserContentController;
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKScriptMessage : NSObject
@property (nonatomic, readonly, copy) id body;
@property (nullable, nonatomic, readonly, weak) WKWebView *webView;
@end
WK_SWIFT_UI_ACTOR
@protocol WKScriptMessageHandler <NSObject>
@required
- (void)userContentController:(WKUserContentController *)userContentController didReceiveScriptMessage:(WKScriptMessage *)message;
@end

// WKUserContentController.h
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKUserContentController : NSObject
@property (nonatomic, readonly, copy) NSArray<WKUserScript *> *userScripts;
- (void)addUserScript:(WKUserScript *)userScript;
- (void)removeAllUserScripts;
- (void)addScriptMessageHandler:(id <WKScriptMessageHandler>)scriptMessageHandler contentWorld:(WKContentWorld *)world name:(NSString *)name AVAILABLE(11.0, 14.0);
- (void)removeAllScriptMessageHandlers AVAILABLE(11.0, 14.0);
- (void)addContentRuleList:(WKContentRuleList *)contentRuleList AVAILABLE(10.13, 11.0);
- (void)removeContentRuleList:(WKContentRuleList *)contentRuleList AVAILABLE(10.13, 11.0);
@end

// WKFrameInfo.h, WKNavigationAction.h, WKNavigationResponse.h, WKNavigation.h, WKWebpagePreferences.h, WKDownload.h
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKFrameInfo : NSObject
@property (nonatomic, readonly, getter=isMainFrame) BOOL mainFrame;
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKNavigationAction : NSObject
@property (nullable, nonatomic, readonly, copy) WKFrameInfo *targetFrame;
@property (nonatomic, readonly, copy) NSURLRequest *request;
@property (nonatomic, readonly) BOOL shouldPerformDownload AVAILABLE(11.3, 14.5);
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKNavigationResponse : NSObject
@property (nonatomic, readonly, getter=isForMainFrame) BOOL forMainFrame;
@property (nonatomic, readonly, copy) NSURLResponse *response;
@property (nonatomic, readonly) BOOL canShowMIMEType;
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKNavigation : NSObject
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.15, 13.0)
@interface WKWebpagePreferences : NSObject
@end
WK_SWIFT_UI_ACTOR AVAILABLE(11.3, 14.5)
@interface WKDownload : NSObject
@end

// WKNavigationDelegate.h
typedef NS_ENUM_OF(WKNavigationActionPolicy) {
    WKNavigationActionPolicyCancel,
    WKNavigationActionPolicyAllow,
    WKNavigationActionPolicyDownload AVAILABLE(11.3, 14.5),
} AVAILABLE(10.10, 8.0);
typedef NS_ENUM_OF(WKNavigationResponsePolicy) {
    WKNavigationResponsePolicyCancel,
    WKNavigationResponsePolicyAllow,
    WKNavigationResponsePolicyDownload AVAILABLE(11.3, 14.5),
} AVAILABLE(10.10, 8.0);
WK_SWIFT_UI_ACTOR
@protocol WKNavigationDelegate <NSObject>
@optional
- (void)webView:(WKWebView *)webView decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction decisionHandler:(WK_SWIFT_UI_ACTOR void (^)(WKNavigationActionPolicy))decisionHandler WK_SWIFT_ASYNC(3);
- (void)webView:(WKWebView *)webView decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction preferences:(WKWebpagePreferences *)preferences decisionHandler:(WK_SWIFT_UI_ACTOR void (^)(WKNavigationActionPolicy, WKWebpagePreferences *))decisionHandler WK_SWIFT_ASYNC(4) AVAILABLE(10.15, 13.0);
- (void)webView:(WKWebView *)webView decidePolicyForNavigationResponse:(WKNavigationResponse *)navigationResponse decisionHandler:(WK_SWIFT_UI_ACTOR void (^)(WKNavigationResponsePolicy))decisionHandler WK_SWIFT_ASYNC(3);
- (void)webView:(WKWebView *)webView didStartProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didReceiveServerRedirectForProvisionalNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFailProvisionalNavigation:(null_unspecified WKNavigation *)navigation withError:(NSError *)error;
- (void)webView:(WKWebView *)webView didCommitNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFinishNavigation:(null_unspecified WKNavigation *)navigation;
- (void)webView:(WKWebView *)webView didFailNavigation:(null_unspecified WKNavigation *)navigation withError:(NSError *)error;
- (void)webViewWebContentProcessDidTerminate:(WKWebView *)webView AVAILABLE(10.11, 9.0);
- (void)webView:(WKWebView *)webView navigationAction:(WKNavigationAction *)navigationAction didBecomeDownload:(WKDownload *)download AVAILABLE(11.3, 14.5);
- (void)webView:(WKWebView *)webView navigationResponse:(WKNavigationResponse *)navigationResponse didBecomeDownload:(WKDownload *)download AVAILABLE(11.3, 14.5);
@end

// WKBackForwardListItem.h, WKBackForwardList.h
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKBackForwardListItem : NSObject
@property (readonly, copy) NSURL *URL;
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKBackForwardList : NSObject
@property (nullable, nonatomic, readonly, strong) WKBackForwardListItem *currentItem;
@end

// WKWebViewConfiguration.h, WKWebView.h
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKWebViewConfiguration : NSObject
@property (nonatomic, strong) WKUserContentController *userContentController;
@end
WK_SWIFT_UI_ACTOR AVAILABLE(10.10, 8.0)
@interface WKWebView : UIView
@property (nonatomic, readonly, copy) WKWebViewConfiguration *configuration;
@property (nullable, nonatomic, weak) id <WKNavigationDelegate> navigationDelegate;
@property (nonatomic, readonly, strong) WKBackForwardList *backForwardList;
@property (nullable, nonatomic, readonly, copy) NSURL *URL;
- (instancetype)initWithFrame:(CGRect)frame configuration:(WKWebViewConfiguration *)configuration;
- (nullable WKNavigation *)reload;
@end

// WKError.h: an error of a domain, which Swift sees as the structure WKError. Tests/AppleStubs has that.
NS_ASSUME_NONNULL_END
