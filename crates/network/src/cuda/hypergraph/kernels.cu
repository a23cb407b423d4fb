// Hypergraph networks on a GPU. Every number is computed by one thread in one order, so that the same batch has the same
// bits again. All matrices lie in one room, row by row; a matrix is named by where it begins.

using u32 = unsigned int;
using u64 = unsigned long long;

constexpr u32 THREADS = 256;
// A block computes so many columns of so many rows, and each of its threads some rows of one column.
constexpr u32 COLUMNS = 32;
constexpr u32 ROWS = 64;
constexpr u32 OWN = ROWS / (THREADS / COLUMNS);
// Into so many parts rows are divided where they are summed up.
constexpr u32 SHARES = 64;
constexpr u64 NONE = ~0ull;

// to = from · weights, or what is there and that; with the transpose of the weights if it is asked for, and with biases unless
// there are none. For each of several: `weights` and `to` are so far apart.
extern "C" __global__ void product(
    float* room, const float* numbers, u64 from, u64 weights, u64 biases, u64 to, u32 rows, u32 depth, u32 columns,
    u32 transposed, u32 added, u64 weights_apart, u64 to_apart
) {
    __shared__ float lefts[ROWS][COLUMNS + 1], rights[COLUMNS][COLUMNS + 1];
    weights += blockIdx.z * weights_apart;
    to += blockIdx.z * to_apart;
    u32 first_row = blockIdx.x * ROWS, first_column = blockIdx.y * COLUMNS;
    u32 own_column = threadIdx.x % COLUMNS, own_row = threadIdx.x / COLUMNS * OWN;
    float sums[OWN] = {};
    for (u32 start = 0; start < depth; start += COLUMNS) {
        for (u32 i = threadIdx.x; i < ROWS * COLUMNS; i += THREADS) {
            u32 row = first_row + i / COLUMNS, d = start + i % COLUMNS;
            lefts[i / COLUMNS][i % COLUMNS] = row < rows && d < depth ? room[from + u64(row) * depth + d] : 0.0f;
        }
        for (u32 i = threadIdx.x; i < COLUMNS * COLUMNS; i += THREADS) {
            u32 high = i / COLUMNS, low = i % COLUMNS;
            u32 d = transposed ? low : high, c = transposed ? high : low;
            u64 place = transposed ? u64(first_column + c) * depth + start + d : u64(start + d) * columns + first_column + c;
            bool is_there = start + d < depth && first_column + c < columns;
            rights[d][c] = is_there ? numbers[weights + place] : 0.0f;
        }
        __syncthreads();
        for (u32 d = 0; d < COLUMNS; d++) {
            float right = rights[d][own_column];
            for (u32 i = 0; i < OWN; i++) sums[i] += lefts[own_row + i][d] * right;
        }
        __syncthreads();
    }
    u32 column = first_column + own_column;
    if (column >= columns) return;
    float bias = biases == NONE ? 0.0f : numbers[biases + column];
    for (u32 i = 0; i < OWN; i++) {
        u32 row = first_row + own_row + i;
        if (row >= rows) return;
        u64 place = to + u64(row) * columns + column;
        room[place] = sums[i] + bias + (added ? room[place] : 0.0f);
    }
}

// The part of a share of the rows in the transpose of `from` times `slopes`. Instead of rows of nowhere, a one.
extern "C" __global__ void weight_gradient(
    const float* room, u64 from, u64 slopes, float* shares, u32 rows, u32 depth, u32 columns
) {
    __shared__ float lefts[COLUMNS][COLUMNS + 1], rights[COLUMNS][COLUMNS + 1];
    constexpr u32 EACH = COLUMNS * COLUMNS / THREADS;
    u32 share = blockIdx.z, first_column = blockIdx.x * COLUMNS, first_depth = blockIdx.y * COLUMNS;
    u32 column = threadIdx.x % COLUMNS, own = threadIdx.x / COLUMNS * EACH;
    u64 in_a_share = (u64(rows) + SHARES - 1) / SHARES;
    u64 begin = share * in_a_share, end = begin + in_a_share < rows ? begin + in_a_share : rows;
    float sums[EACH] = {};
    for (u64 start = begin; start < end; start += COLUMNS) {
        for (u32 i = threadIdx.x; i < COLUMNS * COLUMNS; i += THREADS) {
            u64 row = start + i / COLUMNS;
            u32 d = first_depth + i % COLUMNS, c = first_column + i % COLUMNS;
            float left = from == NONE ? 1.0f : row < end && d < depth ? room[from + row * depth + d] : 0.0f;
            lefts[i / COLUMNS][i % COLUMNS] = left;
            rights[i / COLUMNS][i % COLUMNS] = row < end && c < columns ? room[slopes + row * columns + c] : 0.0f;
        }
        __syncthreads();
        for (u32 r = 0; r < COLUMNS; r++) {
            for (u32 i = 0; i < EACH; i++) sums[i] += lefts[r][own + i] * rights[r][column];
        }
        __syncthreads();
    }
    for (u32 i = 0; i < EACH; i++) {
        u32 d = first_depth + own + i, c = first_column + column;
        if (d < depth && c < columns) shares[(u64(share) * depth + d) * columns + c] = sums[i];
    }
}

// Adds up what the shares come to.
extern "C" __global__ void total(const float* shares, float* gradient, u32 count) {
    u32 i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float sum = gradient[i];
    for (u32 share = 0; share < SHARES; share++) sum += shares[u64(share) * count + i];
    gradient[i] = sum;
}

// For each list the sum of the rows that are on it, or their mean, or what is there and that.
extern "C" __global__ void sums(
    float* room, const u32* lists, u64 offsets, u64 terms, u64 from, u64 to, u32 count, u32 width, u32 mean, u32 added
) {
    u64 i = u64(blockIdx.x) * THREADS + threadIdx.x;
    if (i >= u64(count) * width) return;
    u32 list = i / width, column = i % width;
    u32 begin = lists[offsets + list], end = lists[offsets + list + 1];
    float sum = 0;
    for (u32 term = begin; term < end; term++) sum += room[from + u64(lists[terms + term]) * width + column];
    if (mean && end > begin) sum /= end - begin;
    room[to + i] = added ? room[to + i] + sum : sum;
}

// The way back of a mean: each row is divided by the length of its list.
extern "C" __global__ void divide(float* room, const u32* lists, u64 offsets, u64 at, u32 count, u32 width) {
    u64 i = u64(blockIdx.x) * THREADS + threadIdx.x;
    if (i >= u64(count) * width) return;
    u32 list = i / width, length = lists[offsets + list + 1] - lists[offsets + list];
    if (length > 1) room[at + i] /= length;
}

// to = from, or what is there and that.
extern "C" __global__ void copy(float* room, u64 from, u64 to, u64 count, u32 added) {
    u64 i = u64(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count) room[to + i] = added ? room[to + i] + room[from + i] : room[from + i];
}

extern "C" __global__ void activate(float* room, u64 at, u64 count, float leak) {
    u64 i = u64(blockIdx.x) * THREADS + threadIdx.x;
    if (i >= count) return;
    float sum = room[at + i];
    room[at + i] = sum > 0.0f ? sum : leak * sum;
}

// Gradients by values become gradients by sums.
extern "C" __global__ void derive(float* room, u64 slopes, u64 values, u64 count, float leak) {
    u64 i = u64(blockIdx.x) * THREADS + threadIdx.x;
    if (i < count && !(room[values + i] > 0.0f)) room[slopes + i] *= leak;
}
