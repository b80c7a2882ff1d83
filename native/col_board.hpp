// Positions of Col, and what may be taken off them, or left untried, without changing a value.
//
// A vertex is near another, for a player, if they are joined (or the same) and that player may
// colour both: an edge between a vertex only one player may colour and a vertex only the other
// may is void. Own(v) is the set of vertices near v for the player to move.
//
// All proofs here are by imitation: to show A >= B, Left plays A - B second and answers every
// move in one with a move in the other, so that in A Left keeps at least the vertices Left has
// in B, and Right in A at most those Right has in B.

#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "control.hpp"
#include "graph.hpp"

namespace commonfactor {
namespace {

// The vertices the player to move may colour, and those the other may.
template <int W>
struct Position {
    Bits<W> own, other;

    Position operator-() const { return {other, own}; }
    Bits<W> all() const { return own | other; }
    bool empty() const { return all().empty(); }
};

template <int W>
class Board {
   public:
    Board(const Graph& graph, std::vector<Interchangeable> symmetries)
        : closed_(graph.order()), symmetries_(std::move(symmetries)) {
        for (int vertex = 0; vertex < graph.order(); ++vertex) {
            vertices_.add(vertex);
            closed_[vertex].add(vertex);
            for (int neighbour : graph.neighbours(vertex)) closed_[vertex].add(neighbour);
        }
    }

    const Bits<W>& vertices() const { return vertices_; }
    bool joined(int a, int b) const { return closed_[a].has(b); }
    int count_near(int vertex, const Bits<W>& among) const { return (closed_[vertex] & among).count(); }

    // The position after a move, as the other player finds it.
    Position<W> after(const Position<W>& position, int vertex) const {
        assert(position.own.has(vertex));
        Position<W> next{position.other, position.own - closed_[vertex]};
        next.own.remove(vertex);
        return next;
    }

    // Takes off vertices that nobody needs. From the highest down, so that of vertices alike
    // the lowest stay, and positions that differ only in them become equal.
    void reduce(Position<W>& position, Control& control) const {
        for (bool again = true; again;) {
            again = false;
            each_descending(position.all(), control, [&](int vertex) {
                if (!redundant(position, vertex)) return;
                position.own.remove(vertex);
                position.other.remove(vertex);
                again = true;
            });
        }
    }

    // Takes the component of the lowest vertex off the position.
    Position<W> split(Position<W>& position) const {
        Position<W> component;
        Bits<W> frontier;
        frontier.add(position.all().lowest());
        while (!frontier.empty()) {
            const int vertex = frontier.lowest();
            frontier.remove(vertex);
            if (move_over(position.own, component.own, vertex)) frontier |= closed_[vertex] & position.own;
            if (move_over(position.other, component.other, vertex)) frontier |= closed_[vertex] & position.other;
        }
        return component;
    }

    // Moves of which one is as good as any.
    Bits<W> moves(const Position<W>& position, Control& control) const {
        if (position.other.empty()) return independent_moves(position.own);
        Bits<W> moves = position.own;
        each_descending(position.own, control, [&](int vertex) {
            if (dominated(position, moves, vertex)) moves.remove(vertex);
        });
        return moves;
    }

    // One position for many that only differ by a symmetry.
    void sort_blocks(Position<W>& position) const {
        for (const auto& blocks : symmetries_) sort_blocks(position, blocks);
    }

   private:
    static bool move_over(Bits<W>& from, Bits<W>& to, int vertex) {
        if (!from.has(vertex)) return false;
        from.remove(vertex);
        to.add(vertex);
        return true;
    }

    // The work for a vertex grows with the board, and with it how often the clock is looked at.
    template <class Visit>
    static void each_descending(const Bits<W>& set, Control& control, Visit&& visit) {
        constexpr int between_checks = std::max(8, 64 / W);
        int visited = 0;
        for (int i = W - 1; i >= 0; --i)
            for (auto word = set.words[i]; word;) {
                const int bit = 63 - std::countl_zero(word);
                word ^= std::uint64_t{1} << bit;
                if (++visited % between_checks == 0) control.check();
                visit(64 * i + bit);
            }
    }

    // Whether the part of a set that is among some vertices lies within another set. On wide
    // boards most answers come from the first words, hence no loop without branches.
    static bool within(const Bits<W>& set, const Bits<W>& among, const Bits<W>& other) {
        for (int i = 0; i < W; ++i)
            if (set.words[i] & among.words[i] & ~other.words[i]) return false;
        return true;
    }

    // A vertex v goes if every player who may colour it will always have a substitute: while
    // the player may colour v, also a vertex u with Own(u) within Own(v).
    //
    // Let G' be G without v. To show G >= G', Left imitates; if Right colours v in G, Left, who
    // plays Right's part in G', colours the substitute there: Right keeps no more in G than in
    // G', as Own(u) is within Own(v), and Left keeps no less, as v is not in G' at all. To show
    // G' >= G, exchange the players.
    bool redundant(const Position<W>& position, int vertex) const {
        return (!position.own.has(vertex) || has_substitute(vertex, position.own, position.other)) &&
               (!position.other.has(vertex) || has_substitute(vertex, position.other, position.own));
    }

    // Own(u) within Own(v) implies that whatever move of the player forbids u forbids v too (u
    // itself being one of these). So only the other player can take u away, by colouring it:
    // not if the other may not colour it, and not two of them that are joined.
    bool has_substitute(int vertex, const Bits<W>& own, const Bits<W>& other) const {
        const Bits<W> near = closed_[vertex] & own;
        Bits<W> contested;
        for (int i = 0; i < W; ++i)
            for (auto word = near.words[i]; word; word &= word - 1) {
                const int u = 64 * i + std::countr_zero(word);
                if (u == vertex || !within(closed_[u], own, near)) continue;
                if (!other.has(u) || closed_[u].meets(contested)) return true;
                contested.add(u);
            }
        return false;
    }

    // A move u is as good as v if Own(u) is within Own(v) and the other player may not colour
    // v, since u then leaves the mover more and the other no more. If the other may colour
    // both, it also takes Other(u) within Other(v): colouring u leaves the other v in place of
    // u, and whenever the other colours v after the one move, u after the other move does as
    // well. The relation is transitive, hence vertices may be struck off one by one.
    bool dominated(const Position<W>& position, const Bits<W>& moves, int vertex) const {
        const bool contested = position.other.has(vertex);
        const Bits<W> near = closed_[vertex] & position.own;
        Bits<W> rivals = near & moves;
        if (contested) rivals &= position.other;
        rivals.remove(vertex);
        for (int i = 0; i < W; ++i)
            for (auto word = rivals.words[i]; word; word &= word - 1) {
                const int u = 64 * i + std::countr_zero(word);
                if (!within(closed_[u], position.own, near)) continue;
                if (!contested || within(closed_[u], position.other, closed_[vertex])) return true;
            }
        return false;
    }

    // Alone on the board a player wants a largest independent set, in any order. Every such
    // set that cannot be enlarged has a member near any given vertex.
    Bits<W> independent_moves(const Bits<W>& own) const {
        Bits<W> fewest = own;
        own.each([&](int vertex) {
            const Bits<W> near = closed_[vertex] & own;
            if (near.count() < fewest.count()) fewest = near;
        });
        return fewest;
    }

    void sort_blocks(Position<W>& position, const Interchangeable& blocks) const {
        const auto state = [&](int vertex) { return 2 * position.own.has(vertex) + position.other.has(vertex); };
        std::vector<int> order(blocks.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return std::lexicographical_compare(blocks[b].begin(), blocks[b].end(), blocks[a].begin(), blocks[a].end(),
                                                [&](int v, int w) { return state(v) < state(w); });
        });
        Position<W> sorted = position;
        for (const auto& block : blocks)
            for (int vertex : block) {
                sorted.own.remove(vertex);
                sorted.other.remove(vertex);
            }
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = 0; j < blocks[i].size(); ++j) {
                if (position.own.has(blocks[order[i]][j])) sorted.own.add(blocks[i][j]);
                if (position.other.has(blocks[order[i]][j])) sorted.other.add(blocks[i][j]);
            }
        position = sorted;
    }

    std::vector<Bits<W>> closed_;
    std::vector<Interchangeable> symmetries_;
    Bits<W> vertices_;
};

}  // namespace
}  // namespace commonfactor
