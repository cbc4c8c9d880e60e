//go:build faiss

#include "shim.h"

#include <faiss/IndexBinaryFlat.h>
#include <faiss/IndexFlat.h>
#include <omp.h>

#include <memory>
#include <vector>

namespace {

struct Handle {
    std::unique_ptr<faiss::IndexBinaryFlat> binary;
    std::unique_ptr<faiss::IndexFlatIP> floats;
};

template <class F>
bool run(F f) {
    omp_set_num_threads(1);  // a setting of the calling thread, and Go changes threads
    try {
        f();
        return true;
    } catch (...) {
        return false;
    }
}

}  // namespace

void *normlet_binary_new(int bits, long rows, const void *codes) {
    auto h = std::make_unique<Handle>();
    bool ok = run([&] {
        h->binary = std::make_unique<faiss::IndexBinaryFlat>(bits);
        h->binary->add(rows, static_cast<const uint8_t *>(codes));
    });
    return ok ? h.release() : nullptr;
}

void *normlet_float_new(int dim, long rows, const float *vectors) {
    auto h = std::make_unique<Handle>();
    bool ok = run([&] {
        h->floats = std::make_unique<faiss::IndexFlatIP>(dim);
        h->floats->add(rows, vectors);
    });
    return ok ? h.release() : nullptr;
}

void normlet_free(void *index) { delete static_cast<Handle *>(index); }

int normlet_binary_search(void *index, long n, const void *qs, long k, int *distances, int *rows) {
    return !run([&] {
        std::vector<faiss::Index::idx_t> ids(n * k);
        static_cast<Handle *>(index)->binary->search(n, static_cast<const uint8_t *>(qs), k, distances, ids.data());
        std::copy(ids.begin(), ids.end(), rows);
    });
}

int normlet_float_search(void *index, long n, const float *qs, long k, int *distances, int *rows) {
    return !run([&] {
        auto *x = static_cast<Handle *>(index)->floats.get();
        std::vector<faiss::Index::idx_t> ids(n * k);
        std::vector<float> dots(n * k);
        x->search(n, qs, k, dots.data(), ids.data());
        for (long i = 0; i < n * k; i++) {
            rows[i] = static_cast<int>(ids[i]);
            distances[i] = static_cast<int>((x->d - dots[i]) / 2);  // signs: dot = d - 2 x distance
        }
    });
}
