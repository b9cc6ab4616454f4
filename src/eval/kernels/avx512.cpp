// The kernel for processors with AVX-512 (F, BW, DQ, VL, VBMI and VPOPCNTDQ); CMake compiles this file alone
// for them. Three operands to a logical instruction, counts of bits in vectors, twice as many registers, and
// 512 bits where moves are counted or several boards valued.
#define THERMODON_KERNEL kAvx512Kernel
#include "eval/kernels/kernel.inl"
