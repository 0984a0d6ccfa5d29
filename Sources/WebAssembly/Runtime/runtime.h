// The part of the C library that Swift's runtime needs.
#pragma once

typedef unsigned int u32;
typedef unsigned char byte;

void *malloc(u32 count);
void free(void *payload);
int posix_memalign(void **result, u32 alignment, u32 count);
u32 used_memory(void);
