// The kernel for processors with AVX2, BMI2 and POPCNT; CMake compiles this file alone for them.
#define THERMODON_KERNEL kAvx2Kernel
#include "eval/kernels/kernel.inl"
