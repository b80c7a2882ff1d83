// Pieces: induced subgraphs of at most 64 vertices, with one machine word per row of the
// adjacency matrix.
//
// Most positions of a search are such pieces, and many that come from different places of the
// graph are isomorphic. A piece is therefore written down in an order of its vertices that
// depends on its shape alone, as far as that is cheap to find. The whole adjacency matrix in
// this order is the key: two shapes never share one, and a shape that gets two keys is only
// searched twice.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace commonfactor::node_kayles {

inline constexpr int most_piece_vertices = 64;

struct Piece {
    int order;
    std::array<std::uint64_t, most_piece_vertices> rows;   // the first ``order`` are in use
    std::array<std::uint16_t, most_piece_vertices> names;  // of the vertices, in the whole graph

    std::uint64_t everything() const {
        assert(0 < order && order <= most_piece_vertices);
        return ~std::uint64_t{0} >> (64 - order);
    }
};

constexpr std::uint64_t bit(int vertex) {
    assert(0 <= vertex && vertex < most_piece_vertices);
    return std::uint64_t{1} << vertex;
}

template <class Visit>
void each_bit(std::uint64_t members, Visit&& visit) {
    for (; members; members &= members - 1) visit(std::countr_zero(members));
}

// A component of one or two vertices is over after one move.
constexpr bool at_most_two(std::uint64_t members) {
    assert(members);
    members &= members - 1;
    return (members & (members - 1)) == 0;
}

// The members that are connected to the lowest one.
inline std::uint64_t first_component(const Piece& piece, std::uint64_t members) {
    assert(members);
    std::uint64_t frontier = members & -members;
    std::uint64_t outside = members ^ frontier;
    while (frontier) {
        const auto fresh = piece.rows[std::countr_zero(frontier)] & outside;
        outside ^= fresh;
        frontier = (frontier & (frontier - 1)) | fresh;
    }
    return members ^ outside;
}

// True twins are adjacent and have the same other neighbours: a move at one is as good as a
// move at the other, and every other move takes both or neither. So one of them will do.
inline std::uint64_t without_true_twins(const Piece& piece, std::uint64_t members, int v) {
    const auto closed = [&](int u) { return (piece.rows[u] & members) | bit(u); };
    each_bit(piece.rows[v] & members & ~(bit(v) - 1), [&](int u) {
        if (closed(u) == closed(v)) members ^= bit(u);
    });
    return members;
}

// False twins have the same neighbours and are not adjacent: a move takes all of them, leaves
// all of them as they are, or is at one and isolates the others, of which only the parity
// counts. So of three or more, two may go. Of two, none may: a move would be lost.
inline std::uint64_t without_false_twins(const Piece& piece, std::uint64_t members, int v) {
    const auto near = piece.rows[v] & members;
    if (!near) return members;
    std::uint64_t spare = 0;
    each_bit(piece.rows[std::countr_zero(near)] & members & ~near & ~(bit(v) | (bit(v) - 1)), [&](int u) {
        if ((piece.rows[u] & members) != near) return;
        if (spare) members ^= spare | bit(u);
        spare = spare ? 0 : bit(u);
    });
    return members;
}

// A smaller set of the same Grundy value. A component stays connected.
inline std::uint64_t without_twins(const Piece& piece, std::uint64_t members) {
    for (auto before = ~members; before != members;) {
        before = members;
        each_bit(before, [&](int v) {
            if (members & bit(v)) members = without_true_twins(piece, members, v);
            if (members & bit(v)) members = without_false_twins(piece, members, v);
        });
    }
    return members;
}

// The lower triangle of an adjacency matrix, row by row, and then a one, which tells the order.
class PieceKey {
   public:
    static constexpr int most_words = most_piece_vertices * (most_piece_vertices - 1) / 2 / 64 + 1;

    // Of the piece on these members, which are connected.
    PieceKey(const Piece& piece, std::uint64_t members) {
        assert(members && first_component(piece, members) == members);
        Ranks ranks = shape_ranks(piece, members);
        Ranks earlier{};
        for (int place = 0; members; ++place) {
            const int next = highest(ranks, members);
            members ^= bit(next);
            append(earlier[next], place);
            // Neighbours of what is placed come first, and the place of the neighbour tells
            // apart vertices that look alike: in a tree, children of different parents.
            each_bit(piece.rows[next] & members, [&](int u) {
                earlier[u] |= bit(place);
                ranks[u] = stir(ranks[u] + spread * (place + 1)) | reached;
            });
        }
        append(1, 1);
        if (filled_ > 0) put(word_);
    }

    const std::uint64_t* data() const { return words_.data(); }
    std::size_t size() const { return size_; }

   private:
    using Ranks = std::array<std::uint64_t, most_piece_vertices>;

    static constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    static constexpr std::uint64_t reached = std::uint64_t{1} << 63;
    // More tell few shapes apart that the order of placing does not.
    static constexpr int refinements = 3;

    static std::uint64_t stir(std::uint64_t x) {
        x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
        return x ^ x >> 32;
    }

    // Hashes of the surroundings of each vertex. They order the vertices and prove nothing.
    static Ranks shape_ranks(const Piece& piece, std::uint64_t members) {
        Ranks ranks;
        Ranks before;
        each_bit(members, [&](int v) { ranks[v] = stir(spread * (1 + std::popcount(piece.rows[v] & members))); });
        for (int i = 0; i < refinements; ++i) {
            each_bit(members, [&](int v) { before[v] = ranks[v]; });
            each_bit(members, [&](int v) {
                auto sum = 3 * before[v];
                each_bit(piece.rows[v] & members, [&](int u) { sum += before[u]; });
                ranks[v] = stir(sum);
            });
        }
        each_bit(members, [&](int v) { ranks[v] &= ~reached; });
        return ranks;
    }

    static int highest(const Ranks& ranks, std::uint64_t members) {
        assert(members);
        int best = std::countr_zero(members);
        each_bit(members & (members - 1), [&](int v) { best = ranks[v] > ranks[best] ? v : best; });
        return best;
    }

    // Bits above the count are zero.
    void append(std::uint64_t bits, int count) {
        assert(count == 64 || bits >> count == 0);
        word_ |= bits << filled_;
        filled_ += count;
        if (filled_ < 64) return;
        put(word_);
        filled_ -= 64;
        word_ = filled_ ? bits >> (count - filled_) : 0;
    }

    void put(std::uint64_t word) {
        assert(size_ < words_.size());
        words_[size_++] = word;
    }

    std::array<std::uint64_t, most_words> words_;
    std::size_t size_ = 0;
    std::uint64_t word_ = 0;
    int filled_ = 0;
};

}  // namespace commonfactor::node_kayles
