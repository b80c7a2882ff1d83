#include "cliques.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace commonfactor {

CliqueCover::CliqueCover(int order) {
    if (order < 0) throw std::invalid_argument("a graph cannot have fewer than no vertices");
    vertex_starts_.assign(order + 1, 0);
}

CliqueCover::CliqueCover(int order, const std::vector<std::vector<int>>& cliques) : CliqueCover(order) {
    std::vector<int> by_size(cliques.size());
    std::iota(by_size.begin(), by_size.end(), 0);
    std::ranges::stable_sort(by_size, [&](int a, int b) { return cliques[a].size() < cliques[b].size(); });
    for (int clique : by_size) {
        for (int vertex : cliques[clique]) {
            if (vertex < 0 || vertex >= order) throw std::invalid_argument("a clique names a vertex that is not there");
            members_.push_back(vertex);
        }
        clique_starts_.push_back(static_cast<int>(members_.size()));
    }
    index_vertices();
}

CliqueCover CliqueCover::of_common_factors(int low, int high) {
    if (low < 1 || low > high) throw std::invalid_argument("the numbers must be positive and ascending");
    CliqueCover cover(high + 1);
    std::vector<bool> composite(high + 1);
    std::vector<int> primes;
    for (int number = 2; number <= high; ++number) {
        if (composite[number]) continue;
        primes.push_back(number);
        for (std::int64_t multiple = std::int64_t{number} * number; multiple <= high; multiple += number)
            composite[multiple] = true;
    }
    // The larger the prime, the fewer its multiples; a prime with a single one joins nothing.
    for (auto prime = primes.rbegin(); prime != primes.rend(); ++prime) {
        const int first = (low + *prime - 1) / *prime * *prime;
        if (high - first < *prime) continue;
        for (int multiple = first; multiple <= high; multiple += *prime) cover.members_.push_back(multiple);
        cover.clique_starts_.push_back(static_cast<int>(cover.members_.size()));
    }
    cover.index_vertices();
    return cover;
}

void CliqueCover::index_vertices() {
    for (int vertex : members_) ++vertex_starts_[vertex + 1];
    std::partial_sum(vertex_starts_.begin(), vertex_starts_.end(), vertex_starts_.begin());
    cliques_of_.resize(members_.size());
    auto next = vertex_starts_;
    for (int clique = 0; clique < cliques(); ++clique)
        for (int vertex : members(clique)) cliques_of_[next[vertex]++] = clique;
}

}  // namespace commonfactor
