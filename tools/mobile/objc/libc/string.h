#ifndef NORMLET_STANDIN_STRING_H
#define NORMLET_STANDIN_STRING_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
#ifdef __cplusplus
}
#endif
#endif
