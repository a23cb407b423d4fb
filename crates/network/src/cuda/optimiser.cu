// A step of Adam against a gradient that is shortened to `longest`.

constexpr unsigned THREADS = 256;

// The factor that shortens the gradient, by one block, so that squares are always summed in the same order.
extern "C" __global__ void shorten(const float* gradient, unsigned size, float longest, float* factor) {
    __shared__ double squares[THREADS];
    double own = 0;
    for (unsigned i = threadIdx.x; i < size; i += THREADS) own += double(gradient[i]) * gradient[i];
    squares[threadIdx.x] = own;
    __syncthreads();
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) squares[threadIdx.x] += squares[threadIdx.x + half];
        __syncthreads();
    }
    double norm = sqrt(squares[0]);
    if (threadIdx.x == 0) *factor = norm > longest ? float(longest / norm) : 1.0f;
}

extern "C" __global__ void improve(
    float* numbers, const float* gradient, float* first, float* second, unsigned size, const float* factor, float keep, float rate,
    float second_correction, float epsilon, float one_minus_beta1, float beta2, float one_minus_beta2
) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= size) return;
    float slope = *factor * gradient[i];
    first[i] += one_minus_beta1 * (slope - first[i]);
    second[i] = beta2 * second[i] + one_minus_beta2 * slope * slope;
    numbers[i] = keep * numbers[i] - rate * (first[i] / (sqrtf(second[i]) * second_correction + epsilon));
}
