// The kernel for any processor.
#define THERMODON_KERNEL kPortableKernel
#include "eval/kernels/kernel.inl"
