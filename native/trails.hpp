// Partizan Geography: each player has a token and moves it in turn to a neighbouring vertex
// that neither token has visited; a player without a token may place it on any such vertex;
// who cannot move loses.

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "graph.hpp"

namespace commonfactor {

class Trails {
   public:
    static constexpr int nowhere = -1;  // a token that has not been placed

    // Throws std::invalid_argument if the graph is too large or a symmetry does not hold.
    static std::unique_ptr<Trails> of(const Graph& graph, const std::vector<Interchangeable>& symmetries);

    virtual ~Trails() = default;

    // Whether the player to move wins. ``unvisited`` does not contain the tokens' vertices.
    virtual bool mover_wins(const VertexSet& unvisited, int mover, int other, Control& control) = 0;

    // The vertices of a longest path from a token through unvisited vertices, without its start.
    virtual std::vector<int> longest_path(const VertexSet& unvisited, int token, Control& control) = 0;

    // May be called from any thread, while another one searches.
    virtual std::size_t table_bytes() const = 0;
};

}  // namespace commonfactor
