// Feed-forward networks on a GPU. Every number is computed by one thread in one order, so that the same batch has the same
// bits again.

using u32 = unsigned int;
using u64 = unsigned long long;

constexpr u32 THREADS = 256;
// A block computes a square of a product, and each of its threads a smaller one.
constexpr u32 SQUARE = 64;
constexpr u32 OWN = 4;
constexpr u32 DEPTH = 16;

// Row and column steps of a matrix; they are swapped where its transpose is meant.
struct Matrix {
    const float* values;
    u32 row_step, column_step;
    u32 rows, columns;

    __device__ float at(u32 row, u32 column) const {
        return row < rows && column < columns ? values[u64(row) * row_step + u64(column) * column_step] : 0.0f;
    }
};

// result = left · right, and `biases` added to each row where there are any.
__device__ void multiply(Matrix left, Matrix right, const float* biases, float* result) {
    __shared__ float lefts[DEPTH][SQUARE + 1], rights[DEPTH][SQUARE + 1];
    u32 first_row = blockIdx.y * SQUARE, first_column = blockIdx.x * SQUARE;
    u32 own_row = threadIdx.x / (SQUARE / OWN) * OWN, own_column = threadIdx.x % (SQUARE / OWN) * OWN;
    float sums[OWN][OWN] = {};
    for (u32 depth = 0; depth < left.columns; depth += DEPTH) {
        // Neighbouring threads read neighbouring numbers, however the matrix lies.
        for (u32 i = threadIdx.x; i < SQUARE * DEPTH; i += THREADS) {
            u32 d = left.column_step == 1 ? i % DEPTH : i / SQUARE, s = left.column_step == 1 ? i / DEPTH : i % SQUARE;
            lefts[d][s] = left.at(first_row + s, depth + d);
            d = right.column_step == 1 ? i / SQUARE : i % DEPTH, s = right.column_step == 1 ? i % SQUARE : i / DEPTH;
            rights[d][s] = right.at(depth + d, first_column + s);
        }
        __syncthreads();
#pragma unroll
        for (u32 d = 0; d < DEPTH; d++) {
#pragma unroll
            for (u32 i = 0; i < OWN; i++) {
#pragma unroll
                for (u32 j = 0; j < OWN; j++) sums[i][j] += lefts[d][own_row + i] * rights[d][own_column + j];
            }
        }
        __syncthreads();
    }
    for (u32 i = 0; i < OWN; i++) {
        for (u32 j = 0; j < OWN; j++) {
            u32 row = first_row + own_row + i, column = first_column + own_column + j;
            if (row < left.rows && column < right.columns) {
                float bias = biases ? biases[column] : 0.0f;
                result[u64(row) * right.columns + column] = sums[i][j] + bias;
            }
        }
    }
}

// From a layer's inputs (rows × inputs) to its sums.
extern "C" __global__ void forward(
    const float* values, const float* weights, const float* biases, float* sums, u32 rows, u32 inputs, u32 outputs
) {
    multiply({values, inputs, 1, rows, inputs}, {weights, outputs, 1, inputs, outputs}, biases, sums);
}

// From the gradients by a layer's sums to those by its inputs.
extern "C" __global__ void backward(
    const float* slopes, const float* weights, float* result, u32 rows, u32 inputs, u32 outputs
) {
    multiply({slopes, outputs, 1, rows, outputs}, {weights, 1, outputs, outputs, inputs}, nullptr, result);
}

// The gradients by a layer's weights.
extern "C" __global__ void weight_gradients(
    const float* values, const float* slopes, float* result, u32 rows, u32 inputs, u32 outputs
) {
    multiply({values, 1, inputs, inputs, rows}, {slopes, outputs, 1, rows, outputs}, nullptr, result);
}

// The gradients by a layer's biases.
extern "C" __global__ void bias_gradients(const float* slopes, float* result, u32 rows, u32 outputs) {
    u32 column = blockIdx.x * THREADS + threadIdx.x;
    if (column >= outputs) return;
    float sum = 0;
    for (u32 row = 0; row < rows; row++) sum += slopes[u64(row) * outputs + column];
    result[column] = sum;
}

// Inputs that are ones, each named by its place.
extern "C" __global__ void mark(const u64* ones, float* values, u32 count) {
    u32 one = blockIdx.x * THREADS + threadIdx.x;
    // All of them are whole numbers: their order does not matter.
    if (one < count) atomicAdd(&values[ones[one]], 1.0f);
}

// The activations, numbered as the host numbers them: sigmoid, relu, leaky relu, tanh.
__device__ float activated(u32 activation, float leak, float sum) {
    switch (activation) {
        case 0: return 1.0f / (1.0f + expf(-sum));
        case 1: return fmaxf(sum, 0.0f);
        case 2: return fmaxf(sum, leak * sum);
        default: return tanhf(sum);
    }
}

// The derivative, which the value tells.
__device__ float derivative(u32 activation, float leak, float value) {
    switch (activation) {
        case 0: return value - value * value;
        case 1: return value > 0.0f ? 1.0f : 0.0f;
        case 2: return value > 0.0f ? 1.0f : leak;
        default: return 1.0f - value * value;
    }
}

// Sums become values, and values times factors what the next layer is given.
extern "C" __global__ void activate(
    float* values, const float* factors, float* given, u32 has_factors, u32 activation, float leak, u32 count
) {
    u32 i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = activated(activation, leak, values[i]);
    values[i] = value;
    if (has_factors) given[i] = value * factors[i];
}

// Gradients by what the next layer was given become gradients by sums.
extern "C" __global__ void derive(
    float* slopes, const float* values, const float* factors, u32 has_factors, u32 activation, float leak, u32 count
) {
    u32 i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float slope = has_factors ? slopes[i] * factors[i] : slopes[i];
    slopes[i] = slope * derivative(activation, leak, values[i]);
}
