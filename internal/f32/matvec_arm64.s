//go:build !purego

#include "textflag.h"

// Four rows at a time, two registers of four lanes each. Products are rounded before they are added (no FMLA), and the
// lanes are added up as the tree of Dot does. The assembler does not know these instructions on vectors of floats.

#define FMUL(m, n, d) WORD $(0x6E20DC00 | (m)<<16 | (n)<<5 | (d))  // d = n * m
#define FADD(m, n, d) WORD $(0x4E20D400 | (m)<<16 | (n)<<5 | (d))  // d = n + m
#define FADDP(m, n, d) WORD $(0x6E20D400 | (m)<<16 | (n)<<5 | (d)) // d = sums of neighbours in n, then in m

// func dot4(dst, w, x *float32, rows, n int)
TEXT ·dot4(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD w+8(FP), R1
	MOVD x+16(FP), R2
	MOVD rows+24(FP), R3
	MOVD n+32(FP), R4

rows:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	ADD  R4<<2, R1, R6
	ADD  R4<<2, R6, R7
	ADD  R4<<2, R7, R8
	MOVD R2, R9
	MOVD R4, R10

elements:
	VLD1.P 32(R9), [V16.S4, V17.S4]
	VLD1.P 32(R1), [V18.S4, V19.S4]
	VLD1.P 32(R6), [V20.S4, V21.S4]
	VLD1.P 32(R7), [V22.S4, V23.S4]
	VLD1.P 32(R8), [V24.S4, V25.S4]
	FMUL(16, 18, 18)
	FMUL(17, 19, 19)
	FMUL(16, 20, 20)
	FMUL(17, 21, 21)
	FMUL(16, 22, 22)
	FMUL(17, 23, 23)
	FMUL(16, 24, 24)
	FMUL(17, 25, 25)
	FADD(18, 0, 0)
	FADD(19, 1, 1)
	FADD(20, 2, 2)
	FADD(21, 3, 3)
	FADD(22, 4, 4)
	FADD(23, 5, 5)
	FADD(24, 6, 6)
	FADD(25, 7, 7)
	SUBS   $8, R10
	BNE    elements

	FADDP(1, 0, 0) // s0+s1, s2+s3, s4+s5, s6+s7 of the first row
	FADDP(3, 2, 2)
	FADDP(5, 4, 4)
	FADDP(7, 6, 6)
	FADDP(2, 0, 0) // both halves of the first row, then of the second
	FADDP(6, 4, 4)
	FADDP(4, 0, 0) // the four rows
	VST1.P [V0.S4], 16(R0)

	MOVD R8, R1 // the fourth row has ended where the next one begins
	SUBS $4, R3
	BNE  rows
	RET
