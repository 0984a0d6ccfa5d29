#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stddef.h>

/// How many bytes this thread has asked `malloc` for since it began, freed or not: the work of a program that does not
/// depend on how busy the machine is. 0 where they are not counted.
size_t allocated_bytes(void);

#endif
