// The board of Partizan Geography: positions, regions, and standard forms of positions.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "graph.hpp"

namespace commonfactor::trails {

// A token matters only through the vertices it may go to next. A token that has not been
// placed may go anywhere.
template <int W>
struct Position {
    Bits<W> unvisited;
    Bits<W> mover;  // where the player to move may go; unvisited
    Bits<W> other;  // where the other token could go; unvisited

    friend bool operator==(const Position&, const Position&) = default;
};

// The vertices that are in one of two sets only.
template <int W>
Bits<W> unshared(Bits<W> a, const Bits<W>& b) {
    for (int i = 0; i < W; ++i) a.words[i] ^= b.words[i];
    return a;
}

template <int W>
class Board {
   public:
    explicit Board(const Graph& graph) : neighbours_(graph.order()) {
        for (int v = 0; v < order(); ++v)
            for (int w : graph.neighbours(v)) neighbours_[v].add(w);
    }

    int order() const { return static_cast<int>(neighbours_.size()); }
    const Bits<W>& neighbours(int vertex) const {
        assert(0 <= vertex && vertex < order());
        return neighbours_[vertex];
    }

    // The neighbours that two vertices do not share, themselves left out.
    Bits<W> difference(int a, int b) const {
        Bits<W> result = unshared(neighbours_[a], neighbours_[b]);
        result.remove(a);
        result.remove(b);
        return result;
    }

    // Whether some other unvisited vertex is a neighbour of one of the two and not of both.
    bool tells_apart(int a, int b, const Bits<W>& unvisited) const {
        Bits<W> telling = unshared(neighbours_[a], neighbours_[b]) & unvisited;
        telling.remove(a);
        telling.remove(b);
        return !telling.empty();
    }

    // The components of ``unvisited`` that ``exits`` meets. Whether the vertices reached last look
    // for the rest, or the rest for them, depends on which are fewer.
    Bits<W> region(const Bits<W>& exits, const Bits<W>& unvisited) const {
        assert(exits.within(unvisited));
        Bits<W> rest = unvisited - exits;
        for (Bits<W> edge = exits; !edge.empty() && !rest.empty();) {
            Bits<W> fresh;
            if (edge.count() < rest.count()) {
                edge.each([&](int v) { fresh |= neighbours_[v]; });
                fresh &= rest;
            } else {
                rest.each([&](int v) {
                    if (neighbours_[v].meets(edge)) fresh.add(v);
                });
            }
            rest -= fresh;
            edge = fresh;
        }
        return unvisited - rest;
    }

    // How many neighbours a vertex has in a set: 0, 1, or 2 for all larger numbers.
    int degree_up_to_two(int vertex, const Bits<W>& set) const {
        int degree = 0;
        for (int i = 0; i < W && degree < 2; ++i) {
            const auto word = neighbours_[vertex].words[i] & set.words[i];
            if (word) degree += word & (word - 1) ? 2 : 1;
        }
        return std::min(degree, 2);
    }

    // The vertices from which a token could not go on.
    Bits<W> dead_ends(const Bits<W>& unvisited) const {
        Bits<W> result;
        unvisited.each([&](int v) {
            if (degree_up_to_two(v, unvisited) == 0) result.add(v);
        });
        return result;
    }

   private:
    std::vector<Bits<W>> neighbours_;
};

// Which vertex each vertex of a standard form was before.
template <int W>
using Labels = std::array<std::uint16_t, std::size_t{64} * W>;

// Renames vertices, so that many positions that are the same but for names get one form.
//
// Every renaming is an exchange: some disjoint pairs of vertices swap places. It maps the
// graph on the unvisited vertices to an isomorphic one if the pairs among themselves keep
// their edges, and each unvisited vertex of a pair has the same unvisited neighbours outside
// the pairs as its partner. Only the second condition depends on the position. An exchange
// is made where it puts unvisited vertices, and among these the exits, on smaller numbers.
// Not every pair of isomorphic positions meets in one form; that would cost more than it saves.
template <int W>
class StandardForm {
   public:
    StandardForm(const Board<W>& board, const std::vector<Interchangeable>& symmetries) : board_(board) {
        for (int v = 0; v < board.order(); ++v) {
            partners_.emplace_back();
            for (int w = 0; w < v; ++w)
                if (is_small() || board.difference(v, w).empty()) partners_[v].add(w);
        }
        for (const auto& blocks : symmetries)
            for (std::size_t i = 1; i < blocks.size(); ++i) add_exchange(zip(blocks[i - 1], blocks[i]));
        if (is_small()) add_stars();
    }

    // ``labels`` receives the vertex that each vertex was before.
    void apply(Position<W>& position, Labels<W>& labels) const {
        std::iota(labels.begin(), labels.begin() + board_.order(), 0);
        exchange_vertices(position, labels);
        for (int round = 0; round < most_rounds; ++round) {
            bool changed = false;
            for (const auto& exchange : exchanges_) {
                if (!improves(exchange, position) || !is_sound(exchange, position)) continue;
                for (auto [a, b] : exchange.pairs) swap(position, labels, a, b);
                changed = true;
            }
            if (!changed) return;
        }
    }

    // The smaller vertices that are tried for an exchange with a vertex.
    const Bits<W>& partners(int vertex) const {
        assert(0 <= vertex && vertex < board_.order());
        return partners_[vertex];
    }

   private:
    // Beyond this order, only vertices that are interchangeable in the whole graph are tried.
    static constexpr int most_for_all_pairs = 128;
    static constexpr std::size_t most_stars = 256;
    static constexpr int most_rounds = 3;

    using Pairs = std::vector<std::pair<int, int>>;

    struct Exchange {
        Pairs pairs;
        Bits<W> seconds;  // the second vertices of the pairs
        // While the vertex is unvisited, the exchange is sound only if none of the set is.
        std::vector<std::pair<int, Bits<W>>> conflicts;
    };

    bool is_small() const { return board_.order() <= most_for_all_pairs; }

    static Pairs zip(const std::vector<int>& a, const std::vector<int>& b) {
        assert(a.size() == b.size());
        Pairs pairs;
        for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(a[i], b[i]);
        return pairs;
    }

    // Takes those of the pairs that keep the edges to the pairs taken before.
    void add_exchange(const Pairs& candidates) {
        Exchange exchange;
        Bits<W> moved;
        const auto joined = [&](int v, int w) { return board_.neighbours(v).has(w); };
        for (auto [a, b] : candidates) {
            bool keeps_edges = true;
            for (auto [c, d] : exchange.pairs)
                keeps_edges &= joined(a, c) == joined(b, d) && joined(a, d) == joined(b, c);
            if (!keeps_edges) continue;
            exchange.pairs.emplace_back(a, b);
            exchange.seconds.add(b);
            moved.add(a);
            moved.add(b);
        }
        for (auto [a, b] : exchange.pairs) {
            const Bits<W> conflict = board_.difference(a, b) - moved;
            if (conflict.empty()) continue;
            exchange.conflicts.emplace_back(a, conflict);
            exchange.conflicts.emplace_back(b, conflict);
        }
        exchanges_.push_back(std::move(exchange));
    }

    // Exchanges of two vertices together with their neighbours. The centres are vertices whose
    // neighbours are all joined, one of each set of twins; in the gcd graph, the primes: once
    // few multiples of two primes are left, it may not matter which prime it is.
    void add_stars() {
        std::vector<int> centres;
        for (int v = 0; v < board_.order(); ++v)
            if (is_centre(v)) centres.push_back(v);
        const std::size_t most = exchanges_.size() + most_stars;
        for (int b : centres)
            for (int a : centres)
                if (a < b && exchanges_.size() < most) add_exchange(star_pairs(a, b));
    }

    bool is_centre(int vertex) const {
        const Bits<W>& around = board_.neighbours(vertex);
        bool result = !around.empty();
        around.each([&](int w) {
            Bits<W> closed = board_.neighbours(w);
            closed.add(w);
            result &= around.within(closed) && !(w < vertex && board_.difference(vertex, w).empty());
        });
        return result;
    }

    // Each neighbour of ``b`` is paired with the neighbour of ``a`` that is most like it.
    Pairs star_pairs(int a, int b) const {
        Pairs pairs{{a, b}};
        Bits<W> free = board_.neighbours(a) - board_.neighbours(b);
        free.remove(b);
        const Bits<W> near = board_.neighbours(a) | board_.neighbours(b);
        (board_.neighbours(b) - board_.neighbours(a)).each([&](int w) {
            if (w == a || free.empty()) return;
            const auto unlike = [&](int v) { return (board_.difference(v, w) - near).count(); };
            int best = free.lowest();
            free.each([&](int v) {
                if (unlike(v) < unlike(best)) best = v;
            });
            free.remove(best);
            pairs.emplace_back(best, w);
        });
        return pairs;
    }

    static int mark(const Position<W>& position, int v) {
        return 4 * position.unvisited.has(v) + 2 * position.mover.has(v) + position.other.has(v);
    }

    static void swap(Bits<W>& set, int a, int b) {
        if (set.has(a) == set.has(b)) return;
        const bool has_a = set.has(a);
        set.remove(has_a ? a : b);
        set.add(has_a ? b : a);
    }

    static void swap(Position<W>& position, Labels<W>& labels, int a, int b) {
        swap(position.unvisited, a, b);
        swap(position.mover, a, b);
        swap(position.other, a, b);
        std::swap(labels[a], labels[b]);
    }

    // The vertices with at least as high a mark as an unvisited one.
    static Bits<W> marked_like(const Position<W>& position, int vertex) {
        if (position.mover.has(vertex))
            return position.other.has(vertex) ? position.mover & position.other : position.mover;
        return position.other.has(vertex) ? position.mover | position.other : position.unvisited;
    }

    void exchange_vertices(Position<W>& position, Labels<W>& labels) const {
        for (int v = board_.order() - 1; v > 0; --v) {
            if (!position.unvisited.has(v)) continue;
            for (Bits<W> left = partners_[v] - marked_like(position, v); !left.empty();) {
                const int w = left.lowest();
                left.remove(w);
                if (board_.tells_apart(v, w, position.unvisited)) continue;
                swap(position, labels, w, v);
                if (!position.unvisited.has(v)) break;
                left -= marked_like(position, v);
            }
        }
    }

    // Unvisited vertices come before exits: forms of positions that differ only in the exits
    // then agree in the unvisited set, where what is known of one helps with another.
    static bool improves(const Exchange& exchange, const Position<W>& position) {
        if (!exchange.seconds.meets(position.unvisited)) return false;
        for (auto [a, b] : exchange.pairs) {
            const bool has_a = position.unvisited.has(a);
            if (has_a != position.unvisited.has(b)) return !has_a;
        }
        for (auto [a, b] : exchange.pairs) {
            const int mark_a = mark(position, a);
            const int mark_b = mark(position, b);
            if (mark_a != mark_b) return mark_a < mark_b;
        }
        return false;
    }

    static bool is_sound(const Exchange& exchange, const Position<W>& position) {
        return std::ranges::none_of(exchange.conflicts, [&](const auto& pair) {
            return position.unvisited.has(pair.first) && pair.second.meets(position.unvisited);
        });
    }

    const Board<W>& board_;
    std::vector<Bits<W>> partners_;
    std::vector<Exchange> exchanges_;
};

}  // namespace commonfactor::trails
