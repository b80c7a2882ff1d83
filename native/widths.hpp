// A solver that is compiled for several widths of its sets, and the choice among them.

#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "graph.hpp"

namespace commonfactor {

// The solver with the narrowest of the widths that has a bit for every vertex.
template <class Game, template <int> class Solver, int Words, int... Wider>
std::unique_ptr<Game> narrowest(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    if constexpr (64 * Words < most_vertices)
        if (graph.order() > 64 * Words) return narrowest<Game, Solver, Wider...>(graph, symmetries);
    return std::make_unique<Solver<Words>>(graph, symmetries);
}

// Throws std::invalid_argument if the graph is too large or a symmetry does not hold. Each width
// costs compile time; the small ones are where speed decides.
template <class Game, template <int> class Solver>
std::unique_ptr<Game> solver_for(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    if (graph.order() > most_vertices)
        throw std::invalid_argument("a graph may have " + std::to_string(most_vertices) + " vertices, not " +
                                    std::to_string(graph.order()));
    verify(graph, symmetries);
    return narrowest<Game, Solver, 1, 2, 3, 4, 8, 32>(graph, symmetries);
}

}  // namespace commonfactor
