package kg

// A vector of rank complex numbers is 2*rank float32: the real parts, then the imaginary parts.

// product sets q to h∘r.
func product(q, h, r []float32) {
	n := len(q) / 2
	hr, hi, rr, ri := h[:n], h[n:2*n], r[:n], r[n:2*n]
	qr, qi := q[:n], q[n:2*n]
	for k := range qr {
		qr[k] = float32(hr[k]*rr[k]) - float32(hi[k]*ri[k])
		qi[k] = float32(hr[k]*ri[k]) + float32(hi[k]*rr[k])
	}
}

// addProductGradient adds dq∘conj(r) to dh and dq∘conj(h) to dr: the gradients of q = h∘r.
func addProductGradient(dh, dr, dq, h, r []float32) {
	n := len(dq) / 2
	hr, hi, rr, ri := h[:n], h[n:2*n], r[:n], r[n:2*n]
	dhr, dhi, drr, dri := dh[:n], dh[n:2*n], dr[:n], dr[n:2*n]
	qr, qi := dq[:n], dq[n:2*n]
	for k := range qr {
		a, b := qr[k], qi[k]
		dhr[k] += float32(a*rr[k]) + float32(b*ri[k])
		dhi[k] += float32(b*rr[k]) - float32(a*ri[k])
		drr[k] += float32(a*hr[k]) + float32(b*hi[k])
		dri[k] += float32(b*hr[k]) - float32(a*hi[k])
	}
}
