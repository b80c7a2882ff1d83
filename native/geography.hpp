// Undirected Vertex Geography by matching.
//
// One token is moved in turn to a neighbour that has not been visited; who cannot move loses.
// A move to a vertex wins iff some maximum matching of what is left misses that vertex
// (Fraenkel, Scheinerman, Ullman 1993), so the Gallai-Edmonds decomposition of what is left
// answers for all moves at once.

#pragma once

#include <utility>
#include <vector>

#include "bits.hpp"
#include "cliques.hpp"
#include "control.hpp"

namespace commonfactor {

// Of the graph on the vertices that are present.
struct Decomposition {
    VertexSet missable;  // missed by some maximum matching
    VertexSet barrier;   // the neighbours of those, themselves not missable
    int missed;          // the candidate that the pairs go without, or -1 if every one is always matched
    std::vector<std::pair<int, int>> pairs;  // a maximum matching
};

class Geography {
   public:
    explicit Geography(CliqueCover cover);

    // The search counts one node per vertex that it scans.
    Decomposition decompose(const VertexSet& present, const VertexSet& candidates, Control& control);

    int order() const { return cover_.order(); }

   private:
    enum class Label : std::uint8_t { absent, unseen, outer, inner };
    static constexpr int none = -1;

    void match_greedily(Control& control);
    bool search(Control& control);
    void start_forest();
    void scan(int vertex);
    bool meet(int vertex, int other);
    void adopt(int vertex, int child);
    void shrink(int vertex, int other);
    void shrink_side(int vertex, int other, int base);
    void augment(int vertex, int other);
    void flip(int vertex, int partner);
    int base_of(int vertex);
    int common_base(int vertex, int other);
    int base_above(int vertex);
    int easiest_to_miss(const VertexSet& candidates);
    Decomposition decomposition(const VertexSet& candidates);

    CliqueCover cover_;
    std::vector<int> present_;  // the vertices that are present, ascending
    std::vector<int> mate_;
    // The forest of one search. ``reached_from_`` is the vertex from which an inner vertex was
    // reached; within a shrunken blossom, also the way round it for the outer ones.
    std::vector<Label> label_;
    std::vector<int> root_, reached_from_, base_, visited_;
    std::vector<bool> is_dead_;  // by root: the tree has been augmented in this search
    std::vector<int> queue_;
    int visit_ = 0;
    bool has_augmented_ = false;
    // By clique: how far its members have been scanned, and an outer vertex that stands for
    // all outer vertices in it, since those are joined to one another.
    std::vector<int> scanned_, speaker_;
};

}  // namespace commonfactor
