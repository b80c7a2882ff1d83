// A graph, and the symmetries that come with it.

#pragma once

#include <cassert>
#include <utility>
#include <vector>

namespace commonfactor {

// The searches keep sets of vertices in machine words and take no larger graph than this. A build
// for fewer compiles fewer widths of every search, and takes a fraction of the time.
#ifndef COMMONFACTOR_MOST_VERTICES
#define COMMONFACTOR_MOST_VERTICES 2048
#endif
inline constexpr int most_vertices = COMMONFACTOR_MOST_VERTICES;

// Vertices 0 to order - 1; no loops, no double edges, neighbours ascending.
class Graph {
   public:
    // Each throws std::invalid_argument if a vertex is not in 0..order-1 or joined to itself.
    static Graph from_edges(int order, const std::vector<std::pair<int, int>>& edges);
    static Graph from_cliques(int order, const std::vector<std::vector<int>>& cliques);

    int order() const { return static_cast<int>(neighbours_.size()); }
    const std::vector<int>& neighbours(int vertex) const {
        assert(0 <= vertex && vertex < order());
        return neighbours_[vertex];
    }
    bool joined(int a, int b) const;

   private:
    explicit Graph(int order);
    void tidy();

    std::vector<std::vector<int>> neighbours_;
};

// Equally long lists of vertices, all different, any two of which may be swapped, first with
// first, second with second and so on, without changing the graph.
using Interchangeable = std::vector<std::vector<int>>;

// Throws std::invalid_argument unless every swap that is claimed leaves the graph as it is,
// and no vertex is in two claims.
void verify(const Graph& graph, const std::vector<Interchangeable>& claims);

}  // namespace commonfactor
