// C functions over FAISS, whose Debian package leaves out its own C interface.
#ifdef __cplusplus
extern "C" {
#endif

// Indexes are NULL, and searches not 0, where FAISS threw.
void *normlet_binary_new(int bits, long rows, const void *codes);
void *normlet_float_new(int dim, long rows, const float *vectors);
void normlet_free(void *index);
int normlet_binary_search(void *index, long n, const void *qs, long k, int *distances, int *rows);
int normlet_float_search(void *index, long n, const float *qs, long k, int *distances, int *rows);

#ifdef __cplusplus
}
#endif
