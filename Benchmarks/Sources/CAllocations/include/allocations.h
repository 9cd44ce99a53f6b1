#pragma once

#include <stdint.h>

/// How often this thread has asked the C library for memory.
uint64_t allocations_of_this_thread(void);
