// A step of Adam against a gradient that is shortened to `longest`, by one block.

extern "C" __global__ void improve(
    float* numbers, const float* gradient, float* first, float* second, unsigned size, float longest, float keep, float rate,
    float second_correction, float epsilon, float one_minus_beta1, float beta2, float one_minus_beta2
) {
    constexpr unsigned THREADS = 256;
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
    float factor = norm > longest ? float(longest / norm) : 1.0f;
    for (unsigned i = threadIdx.x; i < size; i += THREADS) {
        float slope = factor * gradient[i];
        first[i] += one_minus_beta1 * (slope - first[i]);
        second[i] = beta2 * second[i] + one_minus_beta2 * slope * slope;
        numbers[i] = keep * numbers[i] - rate * (first[i] / (sqrtf(second[i]) * second_correction + epsilon));
    }
}
