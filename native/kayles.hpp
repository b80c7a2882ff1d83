// Node Kayles: a move takes a vertex and removes it with its neighbours; who cannot move loses.

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "graph.hpp"

namespace commonfactor {

class Kayles {
   public:
    // Throws std::invalid_argument if the graph is too large or a symmetry does not hold.
    static std::unique_ptr<Kayles> of(const Graph& graph, const std::vector<Interchangeable>& symmetries);

    virtual ~Kayles() = default;

    // The Grundy value of the graph on the vertices that are present.
    virtual int grundy(const VertexSet& present, Control& control) = 0;

    // Whether the player to move wins, which is cheaper to know than the Grundy value.
    virtual bool wins(const VertexSet& present, Control& control) = 0;

    // May be called from any thread, while another one searches.
    virtual std::size_t table_bytes() const = 0;
};

}  // namespace commonfactor
