// Depth-first searches below many boards at once, each thread on a path of its own.
//
// The text before this one defines the sizes: COLUMNS, CELLS, PARTITIONS, SLOTS, NONE, FEATURES, WIDTH, ROWS, DEEPEST,
// BLOCK, BLOCKS, RING; HAS_NETWORK; and FIRSTS, where the rows of each feature begin.
//
// Work is handed around: an idle thread draws a ticket and waits for what is put up under its number; when there are more
// tickets than pieces of work, busy threads give away what is left at the highest place of their paths. The first tickets
// are for the boards themselves. When every thread holds a ticket and nothing is put up any more, all is done.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;

// A board to search from.
struct SubtreeRoot {
    u8 cells[32];
    u32 blank;
    u32 so_far;
    // A bit for each direction that may be tried.
    u32 moves;
    u32 unused;
};

// What is left to do at the end of a path from a board.
struct Piece {
    u32 root;
    u32 length;
    u32 moves;
    u32 unused;
    // The directions along the path, two bits each.
    u32 way[DEEPEST / 16];
};

// What all threads share.
struct Shared {
    // Both are looked at together, for their difference to be one that there was.
    u32 tickets;
    u32 offered;
    // The first board with a plan.
    u32 solved;
    // The least cost of a path that was given up.
    u32 least_above;
    u32 overflowed;
};

// What never changes.
struct Constants {
    // By partition, direction of the blank and tile: what the number of a placement rises by.
    i32 rises[PARTITIONS][4][32];
    // By partition and tile: the pattern.
    u8 slots[PARTITIONS][32];
    // By the blank's cell and direction: a bit for each tile that it takes farther from its cell.
    u32 farther[32][4];
    // By the blank's cell: a bit for each direction.
    u32 moves[32];
    // By partition and tile: what one cell more adds to the number of a placement; how cells are laid is in `laid`.
    u32 weights[PARTITIONS][32];
    // By pattern: where its table begins, as a number of a placement.
    u32 tables[SLOTS];
    // By pattern and cell: the cell as the board is laid for it.
    u8 laid[SLOTS][32];
};

// The last layer of a network, and how it is read.
struct Head {
    i32 biases[WIDTH];
    float mean[WIDTH];
    float phi[WIDTH];
    float mean_bias;
    float phi_bias;
    float trusted_below;
    float beyond;
    u32 has_spread;
    u32 unused[3];
    // The spread by the second output: terms of a series at each place of a table.
    float4 series[128];
};

#define OFFSET(direction) ((direction) == 0 ? -COLUMNS : (direction) == 1 ? -1 : (direction) == 2 ? 1 : COLUMNS)

__device__ __forceinline__ u32 excess_at(const u8* tables, u32 number) {
    return __ldg(tables + (number >> 1)) >> (4 * (number & 1)) & 15;
}

// Products are summed up four abreast, without being fused.
__device__ __forceinline__ float output(const float* weights, float bias, const float* active) {
    float sums[4] = {0, 0, 0, 0};
#pragma unroll
    for (int place = 0; place < WIDTH; ++place)
        sums[place % 4] = __fadd_rn(sums[place % 4], __fmul_rn(weights[place], active[place]));
    return __fadd_rn(bias, __fadd_rn(__fadd_rn(sums[0], sums[2]), __fadd_rn(sums[1], sums[3])));
}

// What the second output adds, by the series at the nearest place.
__device__ __forceinline__ float spread(const Head& head, float phi) {
    phi = phi > -5.0f ? phi : -5.0f;
    phi = phi < 1.0f ? phi : 1.0f;
    float place = __fmul_rn(__fadd_rn(phi, 5.0f), 16.0f);
    float rounded = __fadd_rn(place, 8388608.0f);
    float rest = __fsub_rn(place, __fsub_rn(rounded, 8388608.0f));
    float4 terms = head.series[__float_as_uint(rounded) % 128];
    float sum = __fadd_rn(terms.z, __fmul_rn(rest, terms.w));
    sum = __fadd_rn(terms.y, __fmul_rn(rest, sum));
    return __fadd_rn(terms.x, __fmul_rn(rest, sum));
}

// The nearest whole number, the even one of two.
__device__ __forceinline__ u32 whole(float value) {
    value = value > 0.0f ? value : 0.0f;
    value = value < 4194303.0f ? value : 4194303.0f;
    return __float_as_uint(__fadd_rn(value, 8388608.0f)) - __float_as_uint(8388608.0f);
}

// What is known of the board that a thread is at, besides its tiles and the numbers of its placements.
struct Known {
    // Half of what each pattern costs beyond its Manhattan distance, four bits each.
    u64 excess;
    // What each pattern costs, eight bits each.
    u32 costs[3];
    // The sums of excesses, by partition.
    u32 sums[PARTITIONS];
    u32 manhattan;
    u32 misplaced;
};

// What a network says of a board.
__device__ __forceinline__ u32 estimate(const int4* rows, const Head& head, const Known& known, u32 blank) {
    const u32 firsts[FEATURES] = FIRSTS;
    i32 sums[WIDTH];
#pragma unroll
    for (int place = 0; place < WIDTH; ++place) sums[place] = head.biases[place];
#pragma unroll
    for (int feature = 0; feature < FEATURES; ++feature) {
        const int pattern = FEATURES - PARTITIONS - 3;
        u32 number;
        if (feature < pattern) number = known.costs[feature / 4] >> (8 * (feature % 4)) & 255;
        else if (feature < FEATURES - 3) number = known.manhattan + 2 * known.sums[feature - pattern];
        else if (feature == FEATURES - 3) number = known.manhattan;
        else if (feature == FEATURES - 2) number = known.misplaced;
        else number = blank;
        const int4* row = rows + (firsts[feature] + number) * (WIDTH / 4);
#pragma unroll
        for (int quarter = 0; quarter < WIDTH / 4; ++quarter) {
            int4 four = row[quarter];
            sums[4 * quarter] += four.x;
            sums[4 * quarter + 1] += four.y;
            sums[4 * quarter + 2] += four.z;
            sums[4 * quarter + 3] += four.w;
        }
    }
    float active[WIDTH];
#pragma unroll
    for (int place = 0; place < WIDTH; ++place) active[place] = sums[place] > 0 ? __int2float_rn(sums[place]) : 0.0f;
    float mean = output(head.mean, head.mean_bias, active);
    if (!head.has_spread) return whole(mean);
    float more = head.beyond;
    if (mean < head.trusted_below) more = spread(head, output(head.phi, head.phi_bias, active));
    return whole(__fadd_rn(mean, more));
}

// Changes what a pattern costs, for networks. Every word is added to, by places known when this is compiled: were one
// chosen when it runs, all that is known of a board would lie in memory, not in registers.
__device__ __forceinline__ void add_cost(Known& known, u32 slot, i32 change) {
    if (!HAS_NETWORK) return;
    u32 shifted = (u32)change << (8 * (slot % 4));
    known.costs[0] += slot / 4 == 0 ? shifted : 0;
    known.costs[1] += slot / 4 == 1 ? shifted : 0;
    known.costs[2] += slot / 4 == 2 ? shifted : 0;
}

// A thread's own places in shared memory.
struct Place {
    u8* cells;
    u32* numbers;
};

#define CELL(cell) place.cells[(cell) * BLOCK]
#define NUMBER(slot) place.numbers[(slot) * BLOCK]

// Where a thread is.
struct Walk {
    u32 root;
    // The moves from the root on, and how many of them were made by others.
    u32 depth;
    u32 base;
    u32 blank;
    u32 so_far;
    // A bit for each direction still to be tried.
    u32 moves;
    Known known;
};

// Along a path, each move with what is left to try in its place, and with the excesses before it. The shorter these are,
// the more of a path is close at hand.
#if PARTITIONS > 2
typedef u32 Step;
#else
typedef unsigned short Step;
#endif
static_assert(6 + 4 * PARTITIONS <= 8 * sizeof(Step), "a step has four bits for each partition");
#define DIRECTION(step) ((step) & 3)
#define LEFT(step) ((step) >> 2 & 15)
#define EXCESS(step, partition) ((step) >> (6 + 4 * (partition)) & 15)

// Puts up what is left at the highest place of a path, if that is not the last.
__device__ __forceinline__ void give_away(const Walk& walk, Step* path, Shared* shared, Piece* ring, u32* is_up) {
    u32 place = walk.base;
    while (place < walk.depth && LEFT(path[place]) == 0) ++place;
    if (place == walk.depth) return;
    u32 number = atomicAdd(&shared->offered, 1);
    u32 slot = number % RING;
    if (((volatile u32*)is_up)[slot] != 0) shared->overflowed = 1;
    Piece* piece = ring + slot;
    piece->root = walk.root;
    piece->length = place;
    piece->moves = LEFT(path[place]);
    for (u32 word = 0; 16 * word < place; ++word) {
        u32 way = 0;
        for (u32 index = 0; index < 16 && 16 * word + index < place; ++index)
            way |= DIRECTION(path[16 * word + index]) << (2 * index);
        piece->way[word] = way;
    }
    path[place] &= ~(15u << 2);
    __threadfence();
    ((volatile u32*)is_up)[slot] = number + 1;
}

// Goes to the board where a piece of work begins: the root itself, if there is no piece.
__device__ __forceinline__ void go_to(Walk& walk, Step* path, Place place, const SubtreeRoot* roots, const Piece* piece) {
    const volatile u32* words = (const volatile u32*)piece;
    u32 length = 0;
    if (piece) {
        walk.root = words[0];
        length = words[1];
        walk.moves = words[2];
    } else {
        walk.moves = roots[walk.root].moves;
    }
    const SubtreeRoot& from = roots[walk.root];
    for (u32 cell = 0; cell < CELLS; ++cell) CELL(cell) = from.cells[cell];
    walk.blank = from.blank;
    walk.so_far = from.so_far + length;
    walk.depth = walk.base = length;
    u32 way = 0;
    for (u32 step = 0; step < length; ++step) {
        if (step % 16 == 0) way = words[4 + step / 16];
        u32 direction = way & 3;
        way >>= 2;
        path[step] = direction;
        u32 to = walk.blank + OFFSET(direction);
        CELL(walk.blank) = CELL(to);
        CELL(to) = 0;
        walk.blank = to;
    }
}

// What is known of the board that a thread has come to.
__device__ __forceinline__ Known look_at(Place place, const Constants& constants, const u8* tables) {
    Known known;
    known.manhattan = known.misplaced = 0;
    known.excess = 0;
    known.costs[0] = known.costs[1] = known.costs[2] = 0;
    for (u32 slot = 0; slot < SLOTS; ++slot) NUMBER(slot) = constants.tables[slot];
#pragma unroll 1
    for (u32 cell = 0; cell < CELLS; ++cell) {
        u32 tile = CELL(cell);
        if (tile == 0) continue;
        i32 down = (i32)(cell / COLUMNS) - (i32)(tile / COLUMNS);
        i32 right = (i32)(cell % COLUMNS) - (i32)(tile % COLUMNS);
        u32 steps = (down < 0 ? -down : down) + (right < 0 ? -right : right);
        known.manhattan += steps;
        known.misplaced += steps > 0;
        for (u32 partition = 0; partition < PARTITIONS; ++partition) {
            u32 slot = constants.slots[partition][tile];
            if (slot == NONE) continue;
            NUMBER(slot) += constants.weights[partition][tile] * constants.laid[slot][cell];
            add_cost(known, slot, steps);
        }
    }
    u64 counted = 0;
#pragma unroll
    for (u32 partition = 0; partition < PARTITIONS; ++partition) {
        known.sums[partition] = 0;
#pragma unroll 1
        for (u32 tile = 1; tile < CELLS; ++tile) {
            u32 slot = constants.slots[partition][tile];
            if (slot == NONE || counted >> slot & 1) continue;
            counted |= 1ull << slot;
            u32 excess = excess_at(tables, NUMBER(slot));
            known.excess |= (u64)excess << (4 * slot);
            known.sums[partition] += excess;
            add_cost(known, slot, 2 * excess);
        }
    }
    return known;
}

// Takes the last move back.
__device__ __forceinline__ void go_back(Walk& walk, Step* path, Place place, const Constants& constants) {
    Known& known = walk.known;
    u32 last = path[--walk.depth];
    u32 direction = DIRECTION(last);
    u32 before = walk.blank - OFFSET(direction);
    u32 tile = CELL(before);
    CELL(walk.blank) = tile;
    CELL(before) = 0;
    i32 change = constants.farther[before][direction] >> tile & 1 ? 1 : -1;
    known.manhattan -= change;
    known.misplaced -= (tile == walk.blank) - (tile == before);
#pragma unroll
    for (int partition = 0; partition < PARTITIONS; ++partition) {
        u32 slot = constants.slots[partition][tile];
        NUMBER(slot) -= constants.rises[partition][direction][tile];
        u32 was = EXCESS(last, partition);
        u32 is = known.excess >> (4 * slot) & 15;
        known.excess ^= (u64)(is ^ was) << (4 * slot);
        known.sums[partition] += was - is;
        add_cost(known, slot, 2 * (i32)(was - is) - change);
    }
    walk.blank = before;
    --walk.so_far;
    walk.moves = LEFT(last);
}

// Makes the next move if it leads to a board within the bound. The least cost beyond is kept.
__device__ __forceinline__ bool go_on(
    Walk& walk, Step* path, Place place, const Constants& constants, const u8* tables, const int4* rows,
    const Head& head, u32 bound, u32& least_above
) {
    u32 direction = __ffs(walk.moves) - 1;
    walk.moves &= walk.moves - 1;
    u32 to = walk.blank + OFFSET(direction);
    u32 tile = CELL(to);
    i32 change = constants.farther[walk.blank][direction] >> tile & 1 ? 1 : -1;
    Known after = walk.known;
    after.manhattan += change;
    after.misplaced += (tile == to) - (tile == walk.blank);
    u32 slots[PARTITIONS], placed[PARTITIONS];
    u32 step = direction | walk.moves << 2;
    u32 most = 0;
#pragma unroll
    for (int partition = 0; partition < PARTITIONS; ++partition) {
        u32 slot = slots[partition] = constants.slots[partition][tile];
        placed[partition] = NUMBER(slot) + constants.rises[partition][direction][tile];
        u32 is = excess_at(tables, placed[partition]);
        u32 was = walk.known.excess >> (4 * slot) & 15;
        step |= was << (6 + 4 * partition);
        after.excess ^= (u64)(is ^ was) << (4 * slot);
        after.sums[partition] += is - was;
        add_cost(after, slot, 2 * (i32)(is - was) + change);
        most = max(most, after.sums[partition]);
    }
    u32 h = after.manhattan + 2 * most;
    u32 total = walk.so_far + 1 + h;
    if (HAS_NETWORK && (total <= bound || total < least_above))
        total = walk.so_far + 1 + max(h, estimate(rows, head, after, to));
    if (total > bound) {
        least_above = min(least_above, total);
        return false;
    }
    path[walk.depth++] = step;
    CELL(walk.blank) = tile;
    CELL(to) = 0;
#pragma unroll
    for (int partition = 0; partition < PARTITIONS; ++partition) NUMBER(slots[partition]) = placed[partition];
    walk.known = after;
    walk.blank = to;
    ++walk.so_far;
    walk.moves = constants.moves[to] & ~(1u << (3 - direction));
    return true;
}

// Copies words into shared memory, all threads of a block together.
__device__ __forceinline__ void copy(void* to, const void* from, u32 words) {
    for (u32 word = threadIdx.x; word < words; word += BLOCK) ((u32*)to)[word] = ((const u32*)from)[word];
}

extern "C" __global__ void __launch_bounds__(BLOCK, BLOCKS) search(
    const u8* __restrict__ tables, const Constants* __restrict__ all_constants, const int4* __restrict__ all_rows,
    const Head* __restrict__ whole_head, const SubtreeRoot* __restrict__ roots, u32 count, u32 bound, Shared* shared,
    Piece* ring, u32* is_up, u64* expanded_below, u64* generated_below
) {
    extern __shared__ int4 room[];
    int4* rows = room;
    Head& head = *(Head*)(rows + ROWS * WIDTH / 4);
    Constants& constants = *(Constants*)(&head + 1);
    u32* numbers = (u32*)(&constants + 1);
    Place place = {(u8*)(numbers + SLOTS * BLOCK) + threadIdx.x, numbers + threadIdx.x};
    copy(rows, all_rows, ROWS * WIDTH);
    copy(&head, whole_head, sizeof(Head) / 4);
    copy(&constants, all_constants, sizeof(Constants) / 4);
    __syncthreads();

    const u32 threads = gridDim.x * BLOCK;
    Step path[DEEPEST];
    Walk walk;
    u32 least_above = 0xffffffff;
    u64 expanded = 0, generated = 0;
    bool is_busy = false;
    u32 ticket = atomicAdd(&shared->tickets, 1);
    for (u32 tick = 0;; ++tick) {
        if (tick % 32 == 0) {
            // Once in a while, a look at what the others do.
            u64 both = *(volatile u64*)&shared->tickets;
            i32 waiting = (i32)((u32)both - (u32)(both >> 32));
            // Numbers of pieces must not come round, and where one is lost nobody need wait for it.
            if ((u32)both > 0x7fffffff) shared->overflowed = 1;
            if (((volatile Shared*)shared)->overflowed) break;
            if (is_busy && ((volatile Shared*)shared)->solved <= walk.root) {
                is_busy = false;
                ticket = atomicAdd(&shared->tickets, 1);
            }
            if (is_busy && waiting > 0) give_away(walk, path, shared, ring, is_up);
            if (!is_busy) {
                u32 slot = ticket % RING;
                const Piece* piece = ticket < count ? 0 : ring + slot;
                bool has_work = !piece || ((volatile u32*)is_up)[slot] == ticket + 1;
                if (!has_work && waiting == (i32)threads) break;
                if (has_work) {
                    __threadfence();
                    walk.root = ticket;
                    go_to(walk, path, place, roots, piece);
                    __threadfence();
                    if (piece) ((volatile u32*)is_up)[slot] = 0;
                    walk.known = look_at(place, constants, tables);
                    is_busy = true;
                    generated = 0;
                    // A piece is of a board that was counted before.
                    expanded = !piece;
                    if (!piece && walk.known.manhattan == 0) {
                        atomicMin(&shared->solved, walk.root);
                        walk.moves = 0;
                    }
                }
            }
            if (__all_sync(__activemask(), !is_busy)) __nanosleep(500);
        }
        if (!is_busy) continue;
        while (walk.moves == 0 && walk.depth > walk.base) go_back(walk, path, place, constants);
        if (walk.moves == 0) {
            atomicAdd(expanded_below + walk.root, expanded);
            atomicAdd(generated_below + walk.root, generated);
            is_busy = false;
            ticket = atomicAdd(&shared->tickets, 1);
            continue;
        }
        ++generated;
        if (!go_on(walk, path, place, constants, tables, rows, head, bound, least_above)) continue;
        ++expanded;
        if (walk.known.manhattan == 0) {
            atomicMin(&shared->solved, walk.root);
            is_busy = false;
            ticket = atomicAdd(&shared->tickets, 1);
        }
    }
    atomicMin(&shared->least_above, least_above);
}
