// Neural Logic Machines on a GPU: what the programs of a machine's places are made of (see `source.rs`).
//
// As on the processor, a level's numbers of an arity are rows, one for each tuple of objects of each state, and nothing is
// padded, expanded or permuted: each thread looks at the rows that it needs. Every number is computed by one thread in one
// order, on the way back as well, so that the same batch has the same bits again.

using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

// The rows of a tile, and the threads that work on it.
constexpr u32 TILE = 256;
// How many blocks share the sums over all rows.
constexpr u32 SHARES = 256;
// Of nothing: there are no objects to choose from.
constexpr u16 NOBODY = 65535;

struct State {
    u32 objects;
    // For each arity.
    u32 first[4];
    u32 unused;
};

// Rows of one state that are worked on together.
struct Tile {
    u32 state;
    u32 start;
};

__device__ constexpr int ORDERS[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

__host__ __device__ constexpr int orders(int arity) {
    return arity == 3 ? 6 : arity == 2 ? 2 : 1;
}

// Where an order puts an object of a tuple.
template <int R> __device__ constexpr int place(int order, int object) {
    return R == 3 ? ORDERS[order][object] : R == 2 && order == 1 ? 1 - object : object;
}

template <int R> __device__ u32 tuples(u32 objects) {
    u32 count = 1;
#pragma unroll
    for (int d = 0; d < R; d++) count *= objects;
    return count;
}

template <int R> __device__ void split(u32 row, u32 objects, u32 (&tuple)[3]) {
#pragma unroll
    for (int d = R - 1; d >= 0; d--) {
        tuple[d] = row % objects;
        row /= objects;
    }
}

template <int R> __device__ u32 join(u32 objects, const u32 (&tuple)[3]) {
    u32 row = 0;
#pragma unroll
    for (int d = 0; d < R; d++) row = row * objects + tuple[d];
    return row;
}

// The tuple in another order.
template <int R> __device__ void arrange(int order, const u32 (&tuple)[3], u32 (&arranged)[3]) {
#pragma unroll
    for (int d = 0; d < R; d++) arranged[place<R>(order, d)] = tuple[d];
}

// The tuple that an order makes this one of.
template <int R> __device__ void restore(int order, const u32 (&arranged)[3], u32 (&tuple)[3]) {
#pragma unroll
    for (int d = 0; d < R; d++) tuple[d] = arranged[place<R>(order, d)];
}

// Calls a function with the numbers of a row and their places in it.
template <int N, class F> __device__ void each(const float* values, u64 row, F function) {
    if constexpr (N > 0 && N % 4 == 0) {
        const float4* fours = reinterpret_cast<const float4*>(values + row * N);
#pragma unroll
        for (int i = 0; i < N / 4; i++) {
            float4 four = fours[i];
            function(4 * i, four.x);
            function(4 * i + 1, four.y);
            function(4 * i + 2, four.z);
            function(4 * i + 3, four.w);
        }
    } else {
#pragma unroll
        for (int i = 0; i < N; i++) function(i, values[row * N + i]);
    }
}

template <int N> __device__ void store(float* values, u64 row, const float (&numbers)[N]) {
#pragma unroll
    for (int i = 0; i < N; i++) values[row * N + i] = numbers[i];
}

__device__ void copy(const float* from, float* to, int count) {
    for (int i = threadIdx.x; i < count; i += TILE) to[i] = from[i];
}

// A tile's rows, seen by a thread that works on one of them.
template <int R> struct Row {
    State state;
    u32 local;
    bool inside;
    u32 tuple[3];

    __device__ Row(const Tile* tiles, const State* states) {
        Tile tile = tiles[blockIdx.x];
        state = states[tile.state];
        local = tile.start + threadIdx.x;
        inside = local < tuples<R>(state.objects);
        if (inside) split<R>(local, state.objects, tuple);
    }

    __device__ u64 number() const { return u64(state.first[R]) + local; }

    // The row of the tuple in an order.
    __device__ u64 arranged(int order) const {
        u32 other[3];
        arrange<R>(order, tuple, other);
        return u64(state.first[R]) + join<R>(state.objects, other);
    }

    // The row of the tuple that an order makes this one of.
    __device__ u64 restored(int order) const {
        u32 other[3];
        restore<R>(order, tuple, other);
        return u64(state.first[R]) + join<R>(state.objects, other);
    }

    // The row of the tuple in an order, without its last object.
    __device__ u64 shortened(int order) const {
        u32 other[3];
        arrange<R>(order, tuple, other);
        return u64(state.first[R - 1]) + join<R - 1>(state.objects, other);
    }
};

__device__ void mark_facts(const u64* facts, float* values, u32 count) {
    u32 fact = blockIdx.x * TILE + threadIdx.x;
    if (fact < count) values[facts[fact]] = 1.0f;
}

// A matrix of a machine has, for each order, rows for the arity below (LOW), for the same arity (OWN), and for least and
// greatest values of the arity above (RED each); then come the biases.

template <int R, int LOW, int OWN, int RED, int OUT, bool HIDDEN>
__device__ void forward(
    const Tile* tiles, const State* states, const float* low, const float* own, const float* reduced,
    const float* matrix, float* values
) {
    constexpr int IN = LOW + OWN + 2 * RED;
    __shared__ float weights[IN * OUT];
    Row<R> row(tiles, states);
    float sums[OUT];
#pragma unroll
    for (int o = 0; o < OUT; o++) sums[o] = matrix[orders(R) * IN * OUT + o];
#pragma unroll
    for (int order = 0; order < orders(R); order++) {
        __syncthreads();
        copy(matrix + order * IN * OUT, weights, IN * OUT);
        __syncthreads();
        if (!row.inside) continue;
        auto add = [&](int input, float value) {
#pragma unroll
            for (int o = 0; o < OUT; o++) sums[o] += value * weights[input * OUT + o];
        };
        if constexpr (LOW > 0) each<LOW>(low, row.shortened(order), add);
        if constexpr (OWN > 0) {
            each<OWN>(own, row.arranged(order), [&](int i, float value) { add(LOW + i, value); });
        }
        if constexpr (RED > 0) {
            each<2 * RED>(reduced, row.arranged(order), [&](int i, float value) { add(LOW + OWN + i, value); });
        }
    }
    if (!row.inside) return;
    if constexpr (HIDDEN) {
#pragma unroll
        for (int o = 0; o < OUT; o++) sums[o] = 1.0f / (1.0f + expf(-sums[o]));
    }
    store<OUT>(values, row.number(), sums);
}

// Least and greatest values over the last object of the arity above, and whose they are.
template <int R, int F>
__device__ void reduce(const Tile* tiles, const State* states, const float* above, float* reduced, u16* choices) {
    Tile tile = tiles[blockIdx.x];
    State state = states[tile.state];
    u32 count = min(TILE, tuples<R>(state.objects) - tile.start);
    for (u32 i = threadIdx.x; i < count * F; i += TILE) {
        u32 local = tile.start + i / F, feature = i % F;
        const float* values = above + (u64(state.first[R + 1]) + u64(local) * state.objects) * F + feature;
        float least = 0, greatest = 0;
        u16 first_least = NOBODY, first_greatest = NOBODY;
        for (u32 object = 0; object < state.objects; object++) {
            float value = values[u64(object) * F];
            if (object == 0 || value < least) least = value, first_least = object;
            if (object == 0 || value > greatest) greatest = value, first_greatest = object;
        }
        u64 at = (u64(state.first[R]) + local) * (2 * F) + feature;
        reduced[at] = least, reduced[at + F] = greatest;
        choices[at] = first_least, choices[at + F] = first_greatest;
    }
}

// On the way back: the gradients by the sums of an arity, added up over the last object of the tuple in each order. That is
// all that matters to the arity below.
template <int R, int OUT>
__device__ void sum_slopes(const Tile* tiles, const State* states, const float* slopes, float* sums) {
    constexpr int COLUMNS = orders(R) * OUT;
    Tile tile = tiles[blockIdx.x];
    State state = states[tile.state];
    u32 count = min(TILE, tuples<R - 1>(state.objects) - tile.start);
    for (u32 i = threadIdx.x; i < count * COLUMNS; i += TILE) {
        u32 local = tile.start + i / COLUMNS;
        int order = i % COLUMNS / OUT, out = i % OUT;
        u32 arranged[3], tuple[3];
        split<R - 1>(local, state.objects, arranged);
        arranged[R - 1] = 0;
        restore<R>(order, arranged, tuple);
        u64 first = u64(state.first[R]) + join<R>(state.objects, tuple);
        arranged[R - 1] = 1;
        restore<R>(order, arranged, tuple);
        u64 step = u64(state.first[R]) + join<R>(state.objects, tuple) - first;
        float sum = 0;
        for (u32 object = 0; object < state.objects; object++) sum += slopes[(first + object * step) * OUT + out];
        sums[(u64(state.first[R - 1]) + local) * COLUMNS + i % COLUMNS] = sum;
    }
}

// The gradients by least and greatest values.
template <int R, int LOW, int OWN, int RED, int OUT>
__device__ void reduced_slopes(
    const Tile* tiles, const State* states, const float* slopes, const float* matrix, float* result
) {
    constexpr int IN = LOW + OWN + 2 * RED;
    __shared__ float weights[2 * RED * OUT];
    Row<R> row(tiles, states);
    float sums[2 * RED] = {};
#pragma unroll
    for (int order = 0; order < orders(R); order++) {
        __syncthreads();
        copy(matrix + (order * IN + LOW + OWN) * OUT, weights, 2 * RED * OUT);
        __syncthreads();
        if (!row.inside) continue;
        each<OUT>(slopes, row.restored(order), [&](int o, float slope) {
#pragma unroll
            for (int i = 0; i < 2 * RED; i++) sums[i] += slope * weights[i * OUT + o];
        });
    }
    if (row.inside) store<2 * RED>(result, row.number(), sums);
}

// The gradients by the sums of a hidden level's arity R with F features, from what the level above makes of them: SAME
// outputs of the same arity with SAME_IN inputs for each order, the own ones after SAME_LOW others; UP outputs of the
// arity above with UP_IN inputs; and, where DOWN, least and greatest values.
template <int R, int F, int SAME, int SAME_IN, int SAME_LOW, int UP, int UP_IN, bool DOWN>
__device__ void hidden_slopes(
    const Tile* tiles, const State* states, const float* same_slopes, const float* same_matrix, const float* up_sums,
    const float* up_matrix, const float* down_slopes, const u16* choices, const float* values, float* slopes
) {
    __shared__ float weights[F * (SAME > UP ? SAME : UP) + 1];
    Row<R> row(tiles, states);
    float sums[F] = {};
    if constexpr (SAME > 0) {
#pragma unroll
        for (int order = 0; order < orders(R); order++) {
            __syncthreads();
            copy(same_matrix + (order * SAME_IN + SAME_LOW) * SAME, weights, F * SAME);
            __syncthreads();
            if (!row.inside) continue;
            each<SAME>(same_slopes, row.restored(order), [&](int o, float slope) {
#pragma unroll
                for (int i = 0; i < F; i++) sums[i] += slope * weights[i * SAME + o];
            });
        }
    }
    if constexpr (UP > 0) {
#pragma unroll
        for (int order = 0; order < orders(R + 1); order++) {
            __syncthreads();
            copy(up_matrix + order * UP_IN * UP, weights, F * UP);
            __syncthreads();
            if (!row.inside) continue;
            each<UP>(up_sums, row.number() * orders(R + 1) + order, [&](int o, float slope) {
#pragma unroll
                for (int i = 0; i < F; i++) sums[i] += slope * weights[i * UP + o];
            });
        }
    }
    if (!row.inside) return;
    if constexpr (DOWN) {
        u64 at = row.shortened(0) * (2 * F);
        u32 last = row.tuple[R - 1];
#pragma unroll
        for (int i = 0; i < F; i++) {
            if (choices[at + i] == last) sums[i] += down_slopes[at + i];
            if (choices[at + F + i] == last) sums[i] += down_slopes[at + F + i];
        }
    }
    each<F>(values, row.number(), [&](int i, float value) { sums[i] *= value * (1.0f - value); });
    store<F>(slopes, row.number(), sums);
}

// Adds up the outer products of two vectors over all rows of an arity: this block's share of them. `load` is given a row
// and where to put its vectors; `keep` is given a place of the product and its sum.
template <int R, int LEFT, int RIGHT, class Load, class Keep>
__device__ void outer_products(const Tile* tiles, u32 count, const State* states, Load load, Keep keep) {
    constexpr u32 FIT = 10000 / (LEFT + RIGHT);
    constexpr u32 ROWS = FIT >= 128 ? 128 : FIT >= 64 ? 64 : FIT >= 32 ? 32 : FIT >= 8 ? 8 : 1;
    constexpr int EACH = (LEFT * RIGHT + TILE - 1) / TILE;
    __shared__ float left[ROWS * LEFT], right[ROWS * RIGHT];
    float sums[EACH] = {};
    for (u32 number = blockIdx.x; number < count; number += SHARES) {
        Tile tile = tiles[number];
        State state = states[tile.state];
        u32 end = min(tile.start + TILE, tuples<R>(state.objects));
        for (u32 start = tile.start; start < end; start += ROWS) {
            u32 rows = min(ROWS, end - start);
            __syncthreads();
            if (threadIdx.x < rows) {
                load(state, start + threadIdx.x, left + threadIdx.x * LEFT, right + threadIdx.x * RIGHT);
            }
            __syncthreads();
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                int i = threadIdx.x + e * TILE;
                if (i >= LEFT * RIGHT) continue;
                for (u32 row = 0; row < rows; row++) {
                    sums[e] += left[row * LEFT + i / RIGHT] * right[row * RIGHT + i % RIGHT];
                }
            }
        }
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = threadIdx.x + e * TILE;
        if (i < LEFT * RIGHT) keep(i / RIGHT, i % RIGHT, sums[e]);
    }
}

// The gradients by those numbers of a matrix that meet values of the same arity, and by the biases.
template <int R, int LOW, int OWN, int RED, int OUT>
__device__ void inner_gradients(
    const Tile* tiles, u32 count, const State* states, const float* own, const float* reduced, const float* slopes,
    float* shares, u32 size
) {
    constexpr int IN = LOW + OWN + 2 * RED, LEFT = OWN + 2 * RED + 1, RIGHT = orders(R) * OUT;
    float* share = shares + u64(blockIdx.x) * size;
    auto load = [&](const State& state, u32 local, float* left, float* right) {
        u64 number = u64(state.first[R]) + local;
        if constexpr (OWN > 0) each<OWN>(own, number, [&](int i, float value) { left[i] = value; });
        if constexpr (RED > 0) each<2 * RED>(reduced, number, [&](int i, float value) { left[OWN + i] = value; });
        left[LEFT - 1] = 1.0f;
        u32 arranged[3], tuple[3];
        split<R>(local, state.objects, arranged);
#pragma unroll
        for (int order = 0; order < orders(R); order++) {
            restore<R>(order, arranged, tuple);
            u64 other = u64(state.first[R]) + join<R>(state.objects, tuple);
            each<OUT>(slopes, other, [&](int o, float slope) { right[order * OUT + o] = slope; });
        }
    };
    auto keep = [&](int input, int column, float sum) {
        int order = column / OUT, out = column % OUT;
        if (input < LEFT - 1) share[(order * IN + LOW + input) * OUT + out] = sum;
        else if (order == 0) share[orders(R) * IN * OUT + out] = sum;
    };
    outer_products<R, LEFT, RIGHT>(tiles, count, states, load, keep);
}

// The gradients by those numbers of a matrix that meet values of the arity below, whose tiles these are.
template <int R, int LOW, int IN, int OUT>
__device__ void outer_gradients(
    const Tile* tiles, u32 count, const State* states, const float* low, const float* sums, float* shares, u32 size
) {
    constexpr int RIGHT = orders(R) * OUT;
    float* share = shares + u64(blockIdx.x) * size;
    auto load = [&](const State& state, u32 local, float* left, float* right) {
        u64 number = u64(state.first[R - 1]) + local;
        each<LOW>(low, number, [&](int i, float value) { left[i] = value; });
        each<RIGHT>(sums, number, [&](int i, float sum) { right[i] = sum; });
    };
    auto keep = [&](int input, int column, float sum) {
        share[(column / OUT * IN + input) * OUT + column % OUT] = sum;
    };
    outer_products<R - 1, LOW, RIGHT>(tiles, count, states, load, keep);
}

// Adds up all shares.
extern "C" __global__ void total(const float* shares, float* gradient, u32 size) {
    u32 number = blockIdx.x * TILE + threadIdx.x;
    if (number >= size) return;
    float sum = 0;
    for (u32 share = 0; share < SHARES; share++) sum += shares[u64(share) * size + number];
    gradient[number] = sum;
}
