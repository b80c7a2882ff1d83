// What the search keeps of a component and its options while it asks about them.

#pragma once

#include <cstdint>

#include "kayles_facts.hpp"
#include "kayles_piece.hpp"

namespace commonfactor::node_kayles {

// A component that is not known yet: its set of vertices and then, of a piece, its key.
struct Part {
    std::uint32_t at;  // in the arena of words
    std::uint16_t order;
    std::uint16_t key_words;

    bool is_piece() const { return order <= most_piece_vertices; }
};

// What a move leads to: known components, added up, and others.
struct Option {
    int known = 0;
    std::uint32_t first = 0;  // in the arena of parts, of which the largest comes last
    std::uint32_t last = 0;
    std::uint32_t cost = 0;  // orders the options: those that are easy to decide come first

    bool is_resolved() const { return first == last; }
};

// A component whose options are being asked for values.
struct Node {
    Fact fact;
    std::uint32_t first;  // in the arena of options: those that the fact does not cover
    std::uint32_t last;
};

}  // namespace commonfactor::node_kayles
