// The parts of Objective-C that the other headers need: facts of <objc/NSObject.h> and <objc/objc.h> (APSL 2.0, opensource.apple.com).
#pragma once
typedef _Bool BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define nil ((id)0)

__attribute__((swift_name("NSObjectProtocol")))
@protocol NSObject
- (BOOL)isEqual:(id _Nullable)object;
- (NSUInteger)hash;
- (BOOL)respondsToSelector:(SEL _Null_unspecified)selector;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype _Null_unspecified)alloc;
- (instancetype _Nonnull)init;
- (id _Nullable)forwardingTargetForSelector:(SEL _Null_unspecified)selector;
@end
