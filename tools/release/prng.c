/*
 * The one function that Go asks of bcryptprimitives.dll, which Wine 8 lacks: random
 * bytes. These can be guessed, so this is for the test of install alone, to start the program
 * for Windows there. Nothing that is released holds it.
 */
int ProcessPrng(unsigned char *p, unsigned long long n) {
	static unsigned long long x;
	for (; n > 0; n--) {
		unsigned lo, hi;
		__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
		x = (x ^ lo ^ hi) * 6364136223846793005ULL + 1;
		*p++ = x >> 56;
	}
	return 1;
}
