//go:build !purego

#include "textflag.h"

// The weights that turn eight lanes of ones or zeros into a mask, lane 0 in bit 0.
DATA laneBits<>+0(SB)/8, $0x0008000400020001
DATA laneBits<>+8(SB)/8, $0x0080004000200010
GLOBL laneBits<>(SB), RODATA|NOPTR, $16

// func scanNEON(codes *uint64, blocks int, q *uint64, words int, allow *byte, limit, row int, hits *int32, room int) (n, done int)
//
// One register holds the same word of two rows. Bit counts are summed as 16-bit lanes, four a row, which 512 words cannot
// overflow; three pairwise adds then leave the eight distances in the lanes of one register, in row order.
TEXT ·scanNEON(SB), NOSPLIT, $16-88
	MOVD codes+0(FP), R0
	MOVD blocks+8(FP), R1
	MOVD q+16(FP), R2
	MOVD words+24(FP), R3
	MOVD allow+32(FP), R4
	MOVD limit+40(FP), R5
	MOVD row+48(FP), R6
	MOVD hits+56(FP), R7
	MOVD room+64(FP), R8
	MOVD $0, R9               // n
	MOVD $0, R10              // done
	MOVD $distances-16(SP), R11
	VDUP R5, V20.H8
	MOVD $laneBits<>(SB), R12
	VLD1 (R12), [V21.H8]

block:
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	MOVD R2, R12
	MOVD R3, R13

word:
	VLD1R.P 8(R12), [V4.D2]
	VLD1.P  64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	VEOR    V4.B16, V0.B16, V0.B16
	VEOR    V4.B16, V1.B16, V1.B16
	VEOR    V4.B16, V2.B16, V2.B16
	VEOR    V4.B16, V3.B16, V3.B16
	VCNT    V0.B16, V0.B16
	VCNT    V1.B16, V1.B16
	VCNT    V2.B16, V2.B16
	VCNT    V3.B16, V3.B16
	WORD    $0x6e206810 // UADALP V0.16B, V16.8H
	WORD    $0x6e206831 // UADALP V1.16B, V17.8H
	WORD    $0x6e206852 // UADALP V2.16B, V18.8H
	WORD    $0x6e206873 // UADALP V3.16B, V19.8H
	SUBS    $1, R13
	BNE     word

	VADDP V17.H8, V16.H8, V16.H8
	VADDP V19.H8, V18.H8, V18.H8
	VADDP V18.H8, V16.H8, V16.H8
	WORD  $0x6e703680            // CMHI V0.8H, V20.8H, V16.8H: limit > distance, unsigned
	VAND  V21.B16, V0.B16, V0.B16
	VADDV V0.H8, V0
	VMOV  V0.H[0], R12
	MOVBU (R4)(R10), R13
	ADD   $1, R10
	ANDS  R13, R12
	BNE   found

next:
	CMP R1, R10
	BLT block
	B   end

found:
	// Write out the rows of the mask, lowest first.
	VST1 [V16.H8], (R11)
	SUB  $1, R10, R14
	ADD  R14<<3, R6, R14 // first row of the block

hit:
	RBIT  R12, R13
	CLZ   R13, R13
	MOVHU (R11)(R13<<1), R15
	ADD   R14, R13
	ADD   R9<<3, R7, R16
	MOVW  R13, (R16)
	MOVW  R15, 4(R16)
	ADD   $1, R9
	SUB   $1, R12, R13
	ANDS  R13, R12
	BNE   hit

	// Go on while a whole block of hits has room.
	ADD $8, R9, R13
	CMP R8, R13
	BLE next

end:
	MOVD R9, n+72(FP)
	MOVD R10, done+80(FP)
	RET
