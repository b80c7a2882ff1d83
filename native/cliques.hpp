// A graph given by cliques: two vertices are joined iff some clique has both.
//
// The graph that joins numbers with a common factor has about n² / 5 edges, but only about
// n log log n memberships in cliques, one clique per prime. Nothing here ever lists the edges.

#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace commonfactor {

class CliqueCover {
   public:
    // Throws std::invalid_argument if a clique names a vertex that is not in 0..order-1.
    CliqueCover(int order, const std::vector<std::vector<int>>& cliques);

    // The vertices are the numbers themselves; a clique is what is divisible by one prime.
    static CliqueCover of_common_factors(int low, int high);

    int order() const { return static_cast<int>(vertex_starts_.size()) - 1; }
    int cliques() const { return static_cast<int>(clique_starts_.size()) - 1; }

    // Cliques are numbered from the smallest to the largest.
    std::span<const int> members(int clique) const {
        assert(0 <= clique && clique < cliques());
        return {members_.data() + clique_starts_[clique], members_.data() + clique_starts_[clique + 1]};
    }
    // Ascending, so that the last is the largest clique of the vertex.
    std::span<const int> cliques_of(int vertex) const {
        assert(0 <= vertex && vertex < order());
        return {cliques_of_.data() + vertex_starts_[vertex], cliques_of_.data() + vertex_starts_[vertex + 1]};
    }

   private:
    explicit CliqueCover(int order);
    void index_vertices();

    std::vector<int> clique_starts_{0}, members_;
    std::vector<int> vertex_starts_, cliques_of_;
};

}  // namespace commonfactor
