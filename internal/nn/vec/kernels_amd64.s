//go:build !purego

#include "textflag.h"

// Eight elements at a time; lengths are multiples of 8. Every product is rounded before it is added (no FMA), as the loops of
// plain.go do. Constants are rows of eight in tables of kernels_amd64.go.

// func addAVX2(y, x *float32, n int)
TEXT ·addAVX2(SB), NOSPLIT, $0-24
	MOVQ y+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX

add:
	VMOVUPS (SI), Y0
	VADDPS  (DI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     add
	VZEROUPPER
	RET

// func scaleAVX2(x *float32, n int, alpha float32)
TEXT ·scaleAVX2(SB), NOSPLIT, $0-20
	MOVQ         x+0(FP), DI
	MOVQ         n+8(FP), CX
	VBROADCASTSS alpha+16(FP), Y1

scale:
	VMULPS  (DI), Y1, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     scale
	VZEROUPPER
	RET

// func addRowsAVX2(out, table *float32, rows *uint32, count, dim int)
//
// Sums of 64 columns, or of 8 where fewer are left, stay in registers while all rows pass.
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ table+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ count+24(FP), R8
	MOVQ dim+32(FP), BX
	MOVQ BX, R9
	SHLQ $2, R9           // bytes of a row

wide:
	CMPQ   BX, $64
	JLT    narrow
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	XORQ   R10, R10

wideRow:
	MOVL   (DX)(R10*4), AX
	IMULQ  R9, AX
	ADDQ   SI, AX
	VADDPS (AX), Y0, Y0
	VADDPS 32(AX), Y1, Y1
	VADDPS 64(AX), Y2, Y2
	VADDPS 96(AX), Y3, Y3
	VADDPS 128(AX), Y4, Y4
	VADDPS 160(AX), Y5, Y5
	VADDPS 192(AX), Y6, Y6
	VADDPS 224(AX), Y7, Y7
	INCQ   R10
	CMPQ   R10, R8
	JLT    wideRow

	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	VMOVUPS Y6, 192(DI)
	VMOVUPS Y7, 224(DI)
	ADDQ    $256, DI
	ADDQ    $256, SI
	SUBQ    $64, BX
	JMP     wide

narrow:
	TESTQ  BX, BX
	JZ     done
	VXORPS Y0, Y0, Y0
	XORQ   R10, R10

narrowRow:
	MOVL   (DX)(R10*4), AX
	IMULQ  R9, AX
	VADDPS (SI)(AX*1), Y0, Y0
	INCQ   R10
	CMPQ   R10, R8
	JLT    narrowRow

	VMOVUPS Y0, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	SUBQ    $8, BX
	JMP     narrow

done:
	VZEROUPPER
	RET

// func maxAVX2(x *float32, n int) (most float32, number bool)
TEXT ·maxAVX2(SB), NOSPLIT, $0-21
	MOVQ    x+0(FP), SI
	MOVQ    n+8(FP), CX
	VMOVUPS (SI), Y0
	VXORPS  Y1, Y1, Y1   // set where an element is no number

largest:
	VMOVUPS (SI), Y2
	VMAXPS  Y2, Y0, Y0
	VCMPPS  $3, Y2, Y2, Y3
	VORPS   Y3, Y1, Y1
	ADDQ    $32, SI
	SUBQ    $8, CX
	JNZ     largest

	VEXTRACTF128 $1, Y0, X2
	VMAXPS       X2, X0, X0
	VPERMILPS    $0x0e, X0, X2
	VMAXPS       X2, X0, X0
	VPERMILPS    $0x01, X0, X2
	VMAXPS       X2, X0, X0
	VMOVSS       X0, most+16(FP)
	VMOVMSKPS    Y1, AX
	TESTL        AX, AX
	SETEQ        number+20(FP)
	VZEROUPPER
	RET

// EXP computes f32.exp of Y0: the scale in Y1, p in Y2. It uses Y3; DX holds the address of the table. The first three lines
// round x/ln 2 to a whole number, the next four take it times ln 2 off x; the last two make a power of 2 of it.
#define EXP \
	VMULPS 0(DX), Y0, Y1 \
	VADDPS 32(DX), Y1, Y1 \
	VSUBPS 32(DX), Y1, Y2 \
	VMULPS 64(DX), Y2, Y3 \
	VSUBPS Y3, Y0, Y0 \
	VMULPS 96(DX), Y2, Y3 \
	VSUBPS Y3, Y0, Y0 \
	VMULPS 128(DX), Y0, Y2 \
	VADDPS 160(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VADDPS 192(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VADDPS 224(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VADDPS 256(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VADDPS 288(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VADDPS 320(DX), Y2, Y2 \
	VMULPS Y0, Y2, Y2 \
	VPADDD 352(DX), Y1, Y1 \
	VPSLLD $23, Y1, Y1

// func expBelowAVX2(x *float32, n int, top, least float32, table *[15][8]float32)
TEXT ·expBelowAVX2(SB), NOSPLIT, $0-32
	MOVQ         x+0(FP), DI
	MOVQ         n+8(FP), CX
	VBROADCASTSS top+16(FP), Y6
	VBROADCASTSS least+20(FP), Y7
	MOVQ         table+24(FP), DX

below:
	VMOVUPS (DI), Y0
	VSUBPS  Y6, Y0, Y0
	VCMPPS  $1, Y7, Y0, Y4     // less than least, and a number
	EXP
	VMULPS  Y2, Y1, Y2
	VADDPS  Y2, Y1, Y1
	VANDNPS Y1, Y4, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     below
	VZEROUPPER
	RET

// func sigmoidAVX2(x *float32, n int, table *[15][8]float32)
TEXT ·sigmoidAVX2(SB), NOSPLIT, $0-24
	MOVQ    x+0(FP), DI
	MOVQ    n+8(FP), CX
	MOVQ    table+16(FP), DX
	VMOVUPS 384(DX), Y6        // 87
	VMOVUPS 416(DX), Y7        // the sign bit
	VXORPS  Y6, Y7, Y5         // -87
	VMOVUPS 320(DX), Y8        // 1

sigmoid:
	VXORPS  (DI), Y7, Y0
	VMINPS  Y0, Y6, Y0         // what is no number stays none
	VMAXPS  Y0, Y5, Y0
	EXP
	VMULPS  Y2, Y1, Y2
	VADDPS  Y2, Y1, Y1
	VADDPS  Y1, Y8, Y1
	VDIVPS  Y1, Y8, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     sigmoid
	VZEROUPPER
	RET

// func tanhAVX2(x *float32, n int, table *[15][8]float32)
TEXT ·tanhAVX2(SB), NOSPLIT, $0-24
	MOVQ    x+0(FP), DI
	MOVQ    n+8(FP), CX
	MOVQ    table+16(FP), DX
	VMOVUPS 448(DX), Y6        // 10
	VMOVUPS 416(DX), Y7        // the sign bit
	VMOVUPS 320(DX), Y8        // 1
	VADDPS  Y8, Y8, Y9         // 2

tanh:
	VMOVUPS (DI), Y10
	VANDNPS Y10, Y7, Y0        // |x|
	VMINPS  Y0, Y6, Y0
	VADDPS  Y0, Y0, Y0
	VXORPS  Y0, Y7, Y0         // -2|x|
	EXP
	VMULPS  Y2, Y1, Y2
	VSUBPS  Y8, Y1, Y1
	VADDPS  Y2, Y1, Y1         // t = exp(-2|x|) - 1
	VADDPS  Y1, Y9, Y2
	VDIVPS  Y2, Y1, Y1         // -t / (2+t) but for the sign
	VANDNPS Y1, Y7, Y1
	VANDPS  Y10, Y7, Y10
	VORPS   Y10, Y1, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JNZ     tanh
	VZEROUPPER
	RET

// func adamAVX2(p, grad, m, v *float32, n int, c *AdamStep)
TEXT ·adamAVX2(SB), NOSPLIT, $0-48
	MOVQ         p+0(FP), DI
	MOVQ         grad+8(FP), SI
	MOVQ         m+16(FP), R8
	MOVQ         v+24(FP), R9
	MOVQ         n+32(FP), CX
	MOVQ         c+40(FP), DX
	VBROADCASTSS 0(DX), Y8       // beta1
	VBROADCASTSS 4(DX), Y9       // 1-beta1
	VBROADCASTSS 8(DX), Y10      // beta2
	VBROADCASTSS 12(DX), Y11     // 1-beta2
	VBROADCASTSS 16(DX), Y12     // rate
	VBROADCASTSS 20(DX), Y13     // epsilon
	VXORPS       Y14, Y14, Y14

adam:
	VMOVUPS (SI), Y0
	VMULPS  (R8), Y8, Y1
	VMULPS  Y0, Y9, Y2
	VADDPS  Y2, Y1, Y1
	VMOVUPS Y1, (R8)
	VMULPS  (R9), Y10, Y3
	VMULPS  Y0, Y11, Y4
	VMULPS  Y0, Y4, Y4
	VADDPS  Y4, Y3, Y3
	VMOVUPS Y3, (R9)
	VSQRTPS Y3, Y3
	VADDPS  Y13, Y3, Y3
	VMULPS  Y1, Y12, Y1
	VDIVPS  Y3, Y1, Y1
	VMOVUPS (DI), Y5
	VSUBPS  Y1, Y5, Y5
	VMOVUPS Y5, (DI)
	VMOVUPS Y14, (SI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, R8
	ADDQ    $32, R9
	SUBQ    $8, CX
	JNZ     adam
	VZEROUPPER
	RET

// func dots2x4AVX2(c0, c1, a0, a1, b *float32, n, k int)
//
// The inner products of two rows with n rows of b, n a multiple of 4: eight sums of eight lanes, so that the additions of
// one do not wait for those of another. The lanes are added up as the tree of f32.Dot does.
TEXT ·dots2x4AVX2(SB), NOSPLIT, $0-56
	MOVQ c0+0(FP), DI
	MOVQ c1+8(FP), R10
	MOVQ a0+16(FP), DX
	MOVQ a1+24(FP), R11
	MOVQ b+32(FP), SI
	MOVQ n+40(FP), CX
	MOVQ k+48(FP), BX
	SHLQ $2, BX             // bytes of a row
	LEAQ (BX)(BX*2), R8     // of three

rows:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	MOVQ   SI, AX
	XORQ   R9, R9

elements:
	VMOVUPS (DX)(R9*1), Y8
	VMOVUPS (R11)(R9*1), Y9
	VMOVUPS (AX), Y10
	VMOVUPS (AX)(BX*1), Y11
	VMULPS  Y10, Y8, Y12
	VMULPS  Y10, Y9, Y13
	VMULPS  Y11, Y8, Y14
	VMULPS  Y11, Y9, Y15
	VADDPS  Y12, Y0, Y0
	VADDPS  Y13, Y4, Y4
	VADDPS  Y14, Y1, Y1
	VADDPS  Y15, Y5, Y5
	VMOVUPS (AX)(BX*2), Y10
	VMOVUPS (AX)(R8*1), Y11
	VMULPS  Y10, Y8, Y12
	VMULPS  Y10, Y9, Y13
	VMULPS  Y11, Y8, Y14
	VMULPS  Y11, Y9, Y15
	VADDPS  Y12, Y2, Y2
	VADDPS  Y13, Y6, Y6
	VADDPS  Y14, Y3, Y3
	VADDPS  Y15, Y7, Y7
	ADDQ    $32, AX
	ADDQ    $32, R9
	CMPQ    R9, BX
	JLT     elements

	VHADDPS      Y1, Y0, Y0
	VHADDPS      Y3, Y2, Y2
	VHADDPS      Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS       X1, X0, X0
	VMOVUPS      X0, (DI)
	VHADDPS      Y5, Y4, Y4
	VHADDPS      Y7, Y6, Y6
	VHADDPS      Y6, Y4, Y4
	VEXTRACTF128 $1, Y4, X5
	VADDPS       X5, X4, X4
	VMOVUPS      X4, (R10)

	ADDQ $16, DI
	ADDQ $16, R10
	LEAQ (SI)(BX*4), SI
	SUBQ $4, CX
	JNZ  rows
	VZEROUPPER
	RET
