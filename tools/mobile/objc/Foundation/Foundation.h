/*
 * Stands in for Apple's Foundation: declarations of what gobind's Objective-C and
 * Caller.m name, with the types that Apple documents. Enough to compile against,
 * nothing to link.
 */
#ifndef NORMLET_STANDIN_FOUNDATION_H
#define NORMLET_STANDIN_FOUNDATION_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __OBJC__
#ifdef __cplusplus
#define FOUNDATION_EXPORT extern "C"
#else
#define FOUNDATION_EXPORT extern
#endif
#ifdef __cplusplus
#define nil nullptr
#else
#define nil ((void *)0)
#endif
#define YES ((BOOL)1)
#define NO ((BOOL)0)

typedef bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef struct {
	NSUInteger location, length;
} NSRange;

@class NSDictionary, NSString;

@protocol NSObject
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)conformsToProtocol:(Protocol *)aProtocol;
@end

@protocol NSCopying
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (Class)class;
- (instancetype)init;
- (void)dealloc;
@end

@interface NSString : NSObject <NSCopying>
@property(readonly) NSUInteger length;
- (instancetype)initWithBytesNoCopy:(void *)bytes length:(NSUInteger)length encoding:(NSUInteger)encoding freeWhenDone:(BOOL)free;
- (NSUInteger)lengthOfBytesUsingEncoding:(NSUInteger)encoding;
- (BOOL)getBytes:(void *)buffer maxLength:(NSUInteger)max usedLength:(NSUInteger *)used encoding:(NSUInteger)encoding
	 options:(NSUInteger)options range:(NSRange)range remainingRange:(NSRange *)rest;
- (BOOL)isEqualToString:(NSString *)other;
+ (instancetype)stringWithFormat:(NSString *)format, ...;
@end
enum { NSUTF8StringEncoding = 4 };

@interface NSData : NSObject
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes;
+ (instancetype)dataWithBytesNoCopy:(void *)bytes length:(NSUInteger)length freeWhenDone:(BOOL)free;
@end

@interface NSMutableData : NSData
@end

@interface NSValue : NSObject <NSCopying>
+ (NSValue *)valueWithPointer:(const void *)pointer;
@end

@interface NSNumber : NSValue
@property(readonly) int intValue;
+ (NSNumber *)numberWithInt:(int)value;
@end

@interface NSDictionary : NSObject
- (id)objectForKey:(id)key;
- (id)objectForKeyedSubscript:(id)key;
+ (instancetype)dictionaryWithObjects:(const id [])objects forKeys:(const id<NSCopying> [])keys count:(NSUInteger)count;
@end

@interface NSMutableDictionary : NSDictionary
- (void)setObject:(id)object forKey:(id<NSCopying>)key;
- (void)setObject:(id)object forKeyedSubscript:(id<NSCopying>)key;
- (void)removeObjectForKey:(id)key;
@end

@interface NSError : NSObject
@property(readonly) NSString *localizedDescription;
- (instancetype)initWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(NSDictionary *)info;
@end
FOUNDATION_EXPORT NSString *const NSLocalizedDescriptionKey;

@interface NSException : NSObject
+ (NSException *)exceptionWithName:(NSString *)name reason:(NSString *)reason userInfo:(NSDictionary *)info;
@end
FOUNDATION_EXPORT NSString *const NSInternalInconsistencyException;

static inline NSRange NSMakeRange(NSUInteger location, NSUInteger length) {
	NSRange range = {location, length};
	return range;
}
FOUNDATION_EXPORT void NSLog(NSString *format, ...);
#endif
#endif
