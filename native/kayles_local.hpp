// Connected pieces of at most 64 vertices: one machine word per row of the adjacency matrix.
//
// Most positions of a search are such pieces, and many that come from different places of the
// graph are isomorphic. A piece is therefore written down in an order of its vertices that
// depends on its shape alone as far as that is cheap to find. The whole adjacency matrix in
// this order is the key: two shapes never share one, and if one shape gets two keys, it is
// only searched twice.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace commonfactor {

inline constexpr int local_limit = 64;

struct LocalGraph {
    int order;
    std::array<std::uint64_t, local_limit> rows;  // the first ``order`` are in use
    std::array<std::uint16_t, local_limit> names;
};

inline std::uint64_t bit(int vertex) { return std::uint64_t{1} << vertex; }

inline std::uint64_t all_of(int order) { return ~std::uint64_t{0} >> (64 - order); }

// The members that are connected to the lowest one.
inline std::uint64_t first_component(const LocalGraph& graph, std::uint64_t members) {
    std::uint64_t frontier = members & -members;
    std::uint64_t outside = members ^ frontier;
    while (frontier) {
        const auto fresh = graph.rows[std::countr_zero(frontier)] & outside;
        outside ^= fresh;
        frontier = (frontier & (frontier - 1)) | fresh;
    }
    return members ^ outside;
}

// True twins (adjacent, otherwise with the same neighbours): a move takes both or neither, or
// is a move at one of them, with the same effect; so one of them will do.
// False twins (the same neighbours, not adjacent): a move leaves all of them, takes all of
// them, or is at one and leaves the others isolated, where only their parity counts. With
// three or more, two may go; the last two may not, as one of them is the move of the third kind.
inline std::uint64_t drop_twins_once(const LocalGraph& graph, std::uint64_t members) {
    for (auto rest = members; rest; rest &= rest - 1) {
        const int v = std::countr_zero(rest);
        const auto self = bit(v);
        auto near = graph.rows[v] & members;
        if (!(members & self) || !near) continue;
        const auto later = members & ~(self | (self - 1));
        for (auto others = near & later; others; others &= others - 1) {
            const int u = std::countr_zero(others);
            if (((graph.rows[u] & members) | bit(u)) == (near | self)) members ^= bit(u), near ^= bit(u);
        }
        const auto kept = near;
        if (!kept) continue;
        std::uint64_t single = 0;
        for (auto others = graph.rows[std::countr_zero(kept)] & later & members & ~kept; others; others &= others - 1) {
            const int u = std::countr_zero(others);
            if ((graph.rows[u] & members) != kept) continue;
            if (single) members ^= single | bit(u), single = 0;
            else single = bit(u);
        }
    }
    return members;
}

inline std::uint64_t without_twins(const LocalGraph& graph, std::uint64_t members) {
    for (;;) {
        const auto fewer = drop_twins_once(graph, members);
        if (fewer == members) return members;
        members = fewer;
    }
}

// How many words the key of a piece takes: the lower triangle, row by row, and a final one
// that tells the order.
constexpr int key_words(int order) { return order * (order - 1) / 2 / 64 + 1; }

inline constexpr int most_key_words = key_words(local_limit);

using LocalKey = std::array<std::uint64_t, most_key_words>;

inline std::uint64_t stir(std::uint64_t x) {
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
    return x ^ x >> 32;
}

#ifndef ROUNDS
#define ROUNDS 3
#endif
// Colours that depend on the shape alone.
inline void colour(const LocalGraph& graph, std::uint64_t members, std::array<std::uint64_t, local_limit>& colours) {
    std::array<std::uint64_t, local_limit> before;
    for (auto rest = members; rest; rest &= rest - 1) {
        const int v = std::countr_zero(rest);
        colours[v] = stir(0x9e3779b97f4a7c15 * (1 + std::popcount(graph.rows[v] & members)));
    }
    for (int round = 0; round < ROUNDS; ++round) {
        for (auto rest = members; rest; rest &= rest - 1) before[std::countr_zero(rest)] = colours[std::countr_zero(rest)];
        for (auto rest = members; rest; rest &= rest - 1) {
            const int v = std::countr_zero(rest);
            auto sum = 3 * before[v];
            for (auto near = graph.rows[v] & members; near; near &= near - 1) sum += before[std::countr_zero(near)];
            colours[v] = stir(sum);
        }
    }
}

// Writes the key of the piece on ``members`` (connected, not empty) and returns its length.
inline int encode(const LocalGraph& graph, std::uint64_t members, LocalKey& key) {
    constexpr std::uint64_t touched = std::uint64_t{1} << 63;
    std::array<std::uint64_t, local_limit> rank;
    std::array<std::uint64_t, local_limit> earlier;
    colour(graph, members, rank);
    for (auto rest = members; rest; rest &= rest - 1) rank[std::countr_zero(rest)] >>= 1, earlier[std::countr_zero(rest)] = 0;
    int words = 0;
    int filled = 0;
    std::uint64_t word = 0;
    auto put = [&](std::uint64_t bits, int count) {
        word |= bits << filled;
        filled += count;
        if (filled < 64) return;
        key[words++] = word;
        filled -= 64;
        word = filled ? bits >> (count - filled) : 0;
    };
    auto left = members;
    for (int place = 0; left; ++place) {
        int best = std::countr_zero(left);
        for (auto rest = left & (left - 1); rest; rest &= rest - 1)
            if (rank[std::countr_zero(rest)] > rank[best]) best = std::countr_zero(rest);
        left ^= bit(best);
        if (place) put(earlier[best], place);
        for (auto near = graph.rows[best] & left; near; near &= near - 1) {
            const int u = std::countr_zero(near);
            earlier[u] |= bit(place);
            rank[u] = stir(rank[u] + 0x9e3779b97f4a7c15 * (place + 1)) | touched;
        }
    }
    put(1, 1);
    if (filled) key[words++] = word;
    return words;
}

inline void decode(std::span<const std::uint64_t> key, LocalGraph& graph, int order) {
    graph.order = order;
    int at = 0;
    for (int v = 0; v < order; ++v) {
        std::uint64_t row = 0;
        if (v) {
            row = key[at / 64] >> (at % 64);
            if (at % 64 + v > 64) row |= key[at / 64 + 1] << (64 - at % 64);
            row &= all_of(v);
            at += v;
        }
        graph.rows[v] = row;
        for (auto rest = row; rest; rest &= rest - 1) graph.rows[std::countr_zero(rest)] |= bit(v);
    }
}

}  // namespace commonfactor
