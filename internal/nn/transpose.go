package nn

import "github.com/normlet/normlet/internal/parallel"

// The sides of squares: of rows and columns that a thread goes through, and of what it moves at once. Columns of 512 rows
// are two kilobytes apart and share few places of the first cache.
const (
	strip = 16
	tile  = 8
)

// Transpose sets dst to the transpose of the first cols columns of src.
func Transpose(dst *Matrix, src Matrix, cols, threads int) {
	Resize(dst, cols, src.Rows)
	transpose(dst.Data, src.Data, src.Stride, src.Rows, cols, threads)
}

// transpose sets out to the transpose of x, which is rows x cols, ld apart.
func transpose(out, x []float32, ld, rows, cols, threads int) {
	parallel.Each(threads, (cols+strip-1)/strip, func(k int) {
		end := min((k+1)*strip, cols)
		for i := 0; i < rows; i += tile {
			for j := k * strip; j < end; j += tile {
				if i+tile <= rows && j+tile <= end {
					transposeTile(out[j*rows+i:], x[i*ld+j:], rows, ld)
					continue
				}
				for r := i; r < min(i+tile, rows); r++ {
					for c := j; c < min(j+tile, end); c++ {
						out[c*rows+r] = x[r*ld+c]
					}
				}
			}
		}
	})
}

// transposeTile writes whole stretches of a column.
func transposeTile(out, x []float32, rows, ld int) {
	var from [tile]*[tile]float32
	for r := range from {
		from[r] = (*[tile]float32)(x[r*ld:])
	}
	for c := range tile {
		to := (*[tile]float32)(out[c*rows:])
		for r := range to {
			to[r] = from[r][c]
		}
	}
}
