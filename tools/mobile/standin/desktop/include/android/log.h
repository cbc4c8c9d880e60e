/* Stands in for the NDK's header: messages go to standard error. */
#ifndef NORMLET_STANDIN_LOG_H
#define NORMLET_STANDIN_LOG_H
#include <stdarg.h>
#include <stdio.h>

enum { ANDROID_LOG_INFO = 4, ANDROID_LOG_FATAL = 7 };

__attribute__((format(printf, 3, 4))) static inline int __android_log_print(int level, const char *tag, const char *format, ...) {
	va_list args;
	va_start(args, format);
	fprintf(stderr, "%s (%d): ", tag, level);
	int n = vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return n;
}
#endif
