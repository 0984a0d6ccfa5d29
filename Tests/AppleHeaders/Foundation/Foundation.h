// The parts of Foundation that WebKit's headers name: names, superclasses and bridges only. The Swift side is Tests/AppleStubs/Foundation.
#pragma once
@import ObjectiveC;

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define API_AVAILABLE_OF(MAC, IOS) __attribute__((availability(macos, introduced=MAC))) __attribute__((availability(ios, introduced=IOS)))
#define NS_ENUM_OF(NAME) enum __attribute__((enum_extensibility(open))) NAME : NSInteger NAME; enum NAME : NSInteger

struct CGRect { double x, y, width, height; };
typedef struct CGRect CGRect;

NS_ASSUME_NONNULL_BEGIN
__attribute__((swift_bridge("Swift.String")))
@interface NSString : NSObject
@end
__attribute__((swift_bridge("Swift.Array")))
@interface NSArray<__covariant ObjectType> : NSObject
@end
__attribute__((swift_bridge("Swift.Dictionary")))
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject
@end
__attribute__((swift_bridge("Foundation.URL")))
@interface NSURL : NSObject
@end
__attribute__((swift_bridge("Foundation.URLRequest")))
@interface NSURLRequest : NSObject
@end
__attribute__((swift_name("URLResponse")))
@interface NSURLResponse : NSObject
@property (readonly, copy, nullable) NSURL *URL;
@end
__attribute__((swift_name("HTTPURLResponse")))
@interface NSHTTPURLResponse : NSURLResponse
@property (readonly) NSInteger statusCode;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field API_AVAILABLE_OF(10.15, 13.0);
@end
__attribute__((swift_bridge("Swift.Error")))
@interface NSError : NSObject
@property (readonly) NSInteger code;
@property (readonly, copy) NSString *domain;
@property (readonly, copy) NSDictionary<NSString *, id> *userInfo;
@property (readonly, copy) NSString *localizedDescription;
@end
NS_ASSUME_NONNULL_END
