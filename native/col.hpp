// Col: two players, Left and Right, each colour a vertex in turn, with their own colour; no
// two neighbours may have the same colour; who cannot move loses.
//
// What is left of a position is, for each player, the set of vertices that player may still
// colour. Every value is a number, or a number and star (Winning Ways, chapter 2).

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "graph.hpp"

namespace commonfactor {

// numerator / 2^exponent, in lowest terms, and perhaps star; positive is good for Left.
struct ColValue {
    std::int64_t numerator = 0;
    int exponent = 0;
    bool star = false;

    friend bool operator==(const ColValue&, const ColValue&) = default;
};

class Col {
   public:
    // Throws std::invalid_argument if the graph is too large or a symmetry does not hold.
    static std::unique_ptr<Col> of(const Graph& graph, const std::vector<Interchangeable>& symmetries);

    virtual ~Col() = default;

    virtual ColValue value(const VertexSet& left, const VertexSet& right, Control& control) = 0;

    // Whether Left wins, moving first; cheaper to know than the value.
    virtual bool left_wins(const VertexSet& left, const VertexSet& right, Control& control) = 0;

    // May be called from any thread, while another one searches.
    virtual std::size_t table_bytes() const = 0;
};

}  // namespace commonfactor
