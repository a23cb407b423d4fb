// IDA* with Manhattan distance for the 15-puzzle: the peer of bench/ida.py, and nothing else.
//
// Reads instances, 16 numbers a line, and prints for each: cost, states generated, seconds. One function for each cell
// of the blank and each last move, so that shifts, masks and tables are constants; four bits a tile; the inverse of
// the last move is left out; a bit says whether a move takes a tile farther from its cell, so that all that goes down
// the path is the state and the slack, by how much f = g + h may still rise; the last move from a state is a tail call.

#include <chrono>
#include <cstdint>
#include <cstdio>

using Board = std::uint64_t;

constexpr int NO_MOVE = 4;
constexpr Board GOAL = 0xFEDCBA9876543210;

constexpr bool possible(int blank, int direction) {
    switch (direction) {
        case 0: return blank >= 4;
        case 1: return blank % 4 > 0;
        case 2: return blank % 4 < 3;
        default: return blank < 12;
    }
}

constexpr int target(int blank, int direction) {
    constexpr int offset[] = {-4, -1, 1, 4};
    return blank + offset[direction];
}

constexpr int followers(int blank, int last) {
    int count = 0;
    for (int direction = 0; direction < 4; ++direction) count += possible(blank, direction) && direction != 3 - last;
    return count;
}

constexpr int last_follower(int blank, int last) {
    int direction = 3;
    while (!possible(blank, direction) || direction == 3 - last) --direction;
    return direction;
}

constexpr int distance(int a, int b) {
    int rows = a / 4 - b / 4, columns = a % 4 - b % 4;
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

constexpr std::uint64_t nearer(int from, int to) {
    std::uint64_t tiles = 0;
    for (int tile = 1; tile < 16; ++tile)
        if (distance(tile, to) < distance(tile, from)) tiles |= std::uint64_t{1} << tile;
    return tiles;
}

static std::uint64_t generated;

template <int BLANK, int LAST>
bool visit(Board board, unsigned slack);

template <int BLANK, int LAST, int DIRECTION>
inline __attribute__((always_inline)) bool follow(Board board, unsigned slack, int &unseen) {
    if constexpr (possible(BLANK, DIRECTION) && DIRECTION != 3 - LAST) {
        constexpr int cell = target(BLANK, DIRECTION);
        constexpr std::uint64_t bad = nearer(BLANK, cell);
        --unseen;
        Board tile = board >> (4 * cell) & 15;
        unsigned left;
        if (!__builtin_sub_overflow(slack, 2 * static_cast<unsigned>(bad >> tile & 1), &left)) {
            constexpr Board both = Board{1} << (4 * cell) | Board{1} << (4 * BLANK);
            return visit<cell, DIRECTION>(board ^ tile * both, left);
        }
    }
    return false;
}

template <int BLANK, int LAST>
__attribute__((noinline)) bool visit(Board board, unsigned slack) {
    if (BLANK == 0 && board == GOAL) return true;
    int unseen = followers(BLANK, LAST);
    generated += unseen;
    constexpr int final = last_follower(BLANK, LAST);
    if ((final > 0 && follow<BLANK, LAST, 0>(board, slack, unseen)) ||
        (final > 1 && follow<BLANK, LAST, 1>(board, slack, unseen)) ||
        (final > 2 && follow<BLANK, LAST, 2>(board, slack, unseen))) {
        generated -= unseen;
        return true;
    }
    return follow<BLANK, LAST, final>(board, slack, unseen);
}

template <int BLANK = 0>
bool start(int blank, Board board, int slack) {
    if constexpr (BLANK < 16)
        return blank == BLANK ? visit<BLANK, NO_MOVE>(board, slack) : start<BLANK + 1>(blank, board, slack);
    return false;
}

int main() {
    int tiles[16];
    for (;;) {
        for (int &tile : tiles)
            if (std::scanf("%d%*[, ]", &tile) != 1) return 0;
        Board board = 0;
        int blank = 0, h = 0;
        for (int cell = 0; cell < 16; ++cell) {
            board |= static_cast<Board>(tiles[cell]) << (4 * cell);
            if (tiles[cell] == 0) blank = cell;
            else h += distance(tiles[cell], cell);
        }
        generated = 0;
        auto begin = std::chrono::steady_clock::now();
        int bound = h;
        while (!start(blank, board, bound - h)) bound += 2;
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
        std::printf("%d %llu %.6f\n", bound, static_cast<unsigned long long>(generated), seconds.count());
        std::fflush(stdout);
    }
}
