// The superclass of WKWebView.
#pragma once
@import Foundation;
NS_ASSUME_NONNULL_BEGIN
__attribute__((swift_attr("@UIActor")))
@interface UIWindow : NSObject
@end
__attribute__((swift_attr("@UIActor")))
@interface UIView : NSObject
- (instancetype)initWithFrame:(CGRect)frame;
@property (nullable, nonatomic, readonly) UIWindow *window;
- (void)addSubview:(UIView *)view;
- (void)removeFromSuperview;
- (void)didMoveToWindow;
@end
NS_ASSUME_NONNULL_END
