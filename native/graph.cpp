#include "graph.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace commonfactor {

Graph::Graph(int order) {
    if (order < 0) throw std::invalid_argument("a graph cannot have " + std::to_string(order) + " vertices");
    neighbours_.resize(order);
}

Graph Graph::from_edges(int order, const std::vector<std::pair<int, int>>& edges) {
    Graph graph(order);
    for (auto [a, b] : edges) {
        if (a < 0 || b < 0 || a >= order || b >= order)
            throw std::invalid_argument("an edge names a vertex that is not in the graph");
        if (a == b) throw std::invalid_argument("vertex " + std::to_string(a) + " is joined to itself");
        graph.neighbours_[a].push_back(b);
        graph.neighbours_[b].push_back(a);
    }
    graph.tidy();
    return graph;
}

Graph Graph::from_cliques(int order, const std::vector<std::vector<int>>& cliques) {
    std::vector<std::pair<int, int>> edges;
    for (const auto& clique : cliques)
        for (std::size_t i = 0; i < clique.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) edges.emplace_back(clique[j], clique[i]);
    return from_edges(order, edges);
}

void Graph::tidy() {
    for (auto& list : neighbours_) {
        std::ranges::sort(list);
        const auto repeated = std::ranges::unique(list);
        list.erase(repeated.begin(), repeated.end());
    }
}

bool Graph::joined(int a, int b) const { return std::ranges::binary_search(neighbours(a), b); }

namespace {

// Whether the swap of two blocks maps every edge at a vertex of theirs to an edge.
bool is_symmetry(const Graph& graph, const std::vector<int>& block, const std::vector<int>& other) {
    std::vector<int> image(graph.order());
    std::iota(image.begin(), image.end(), 0);
    for (std::size_t i = 0; i < block.size(); ++i) {
        image[block[i]] = other[i];
        image[other[i]] = block[i];
    }
    const auto keeps_edges = [&](int vertex) {
        const auto& list = graph.neighbours(vertex);
        return list.size() == graph.neighbours(image[vertex]).size() &&
               std::ranges::all_of(list, [&](int w) { return graph.joined(image[vertex], image[w]); });
    };
    return std::ranges::all_of(block, keeps_edges) && std::ranges::all_of(other, keeps_edges);
}

}  // namespace

void verify(const Graph& graph, const std::vector<Interchangeable>& claims) {
    std::vector<bool> claimed(graph.order());
    for (const auto& blocks : claims) {
        for (const auto& block : blocks) {
            if (block.size() != blocks.front().size())
                throw std::invalid_argument("interchangeable blocks differ in length");
            for (int vertex : block) {
                if (vertex < 0 || vertex >= graph.order() || claimed[vertex])
                    throw std::invalid_argument("an interchangeable vertex is missing or claimed twice");
                claimed[vertex] = true;
            }
        }
        // Swaps of neighbours in the list generate all others.
        for (std::size_t i = 1; i < blocks.size(); ++i)
            if (!is_symmetry(graph, blocks[i - 1], blocks[i]))
                throw std::invalid_argument("two blocks are claimed to be interchangeable and are not");
    }
}

}  // namespace commonfactor
