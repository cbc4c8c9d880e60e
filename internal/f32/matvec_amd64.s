//go:build !purego

#include "textflag.h"

// Four rows at a time: one register of eight lanes each, so that four additions are in flight. Products are rounded before
// they are added (no FMA), and the lanes are added up as the tree of Dot does.

// func dot4(dst, w, x *float32, rows, n int)
TEXT ·dot4(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ w+8(FP), SI
	MOVQ x+16(FP), DX
	MOVQ rows+24(FP), CX
	MOVQ n+32(FP), BX
	SHLQ $2, BX             // bytes of a row
	LEAQ (BX)(BX*2), R8     // of three

rows:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	MOVQ   SI, AX           // into the first of the rows
	XORQ   R9, R9           // into x

elements:
	VMOVUPS (DX)(R9*1), Y4
	VMULPS  (AX), Y4, Y5
	VMULPS  (AX)(BX*1), Y4, Y6
	VMULPS  (AX)(BX*2), Y4, Y7
	VMULPS  (AX)(R8*1), Y4, Y8
	VADDPS  Y5, Y0, Y0
	VADDPS  Y6, Y1, Y1
	VADDPS  Y7, Y2, Y2
	VADDPS  Y8, Y3, Y3
	ADDQ    $32, AX
	ADDQ    $32, R9
	CMPQ    R9, BX
	JLT     elements

	VHADDPS      Y1, Y0, Y0 // s0+s1, s2+s3 of two rows; above them s4+s5, s6+s7
	VHADDPS      Y3, Y2, Y2
	VHADDPS      Y2, Y0, Y0 // the four rows' lower halves; above them their upper halves
	VEXTRACTF128 $1, Y0, X1
	VADDPS       X1, X0, X0
	VMOVUPS      X0, (DI)

	ADDQ $16, DI
	LEAQ (SI)(BX*4), SI
	SUBQ $4, CX
	JNZ  rows
	VZEROUPPER
	RET
