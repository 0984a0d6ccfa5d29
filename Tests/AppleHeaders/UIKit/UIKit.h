// The superclass of WKWebView.
#pragma once
@import Foundation;
NS_ASSUME_NONNULL_BEGIN
__attribute__((swift_attr("@UIActor")))
@interface UIView : NSObject
@end
NS_ASSUME_NONNULL_END
