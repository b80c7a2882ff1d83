// Positions of Col on a board, and what can be taken off without changing the value.

#pragma once

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
};

template <int W>
class Board {
   public:
    explicit Board(const Graph& graph) : closed_(graph.order()) {
        for (int vertex = 0; vertex < graph.order(); ++vertex) {
            vertices_.add(vertex);
            closed_[vertex].add(vertex);
            for (int neighbour : graph.neighbours(vertex)) closed_[vertex].add(neighbour);
        }
    }

    const Bits<W>& vertices() const { return vertices_; }
    const Bits<W>& closed(int vertex) const { return closed_[vertex]; }

    // The position after a move, as the other player finds it.
    Position<W> after(const Position<W>& position, int vertex) const {
        Position<W> next{position.other, position.own - closed_[vertex]};
        next.own.remove(vertex);
        return next;
    }

    void reduce(Position<W>& position, Control& control) const {
        for (bool again = true; again;) {
            again = false;
            int examined = 0;
            const auto all = position.all();
            for (int i = W - 1; i >= 0; --i)
                for (auto word = all.words[i]; word;) {
                    const int bit = 63 - std::countl_zero(word);
                    word ^= std::uint64_t{1} << bit;
                    const int vertex = 64 * i + bit;
                    if (++examined % 64 == 0) control.check();
                    if (!redundant(position, vertex)) continue;
                    position.own.remove(vertex);
                    position.other.remove(vertex);
                    again = true;
                }
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
            const bool own = position.own.has(vertex), other = position.other.has(vertex);
            if (own) { component.own.add(vertex); position.own.remove(vertex); }
            if (other) { component.other.add(vertex); position.other.remove(vertex); }
            const bool own2 = component.own.has(vertex), other2 = component.other.has(vertex);
            if (own2) frontier |= closed_[vertex] & position.own;
            if (other2) frontier |= closed_[vertex] & position.other;
        }
        return component;
    }

    // moves of the player to move that no other move is at least as good as
    Bits<W> moves(const Position<W>& position) const {
        if (position.other.empty()) return independent_moves(position.own);
        Bits<W> moves = position.own;
        for (int i = W - 1; i >= 0; --i)
            for (auto word = moves.words[i]; word;) {
                const int bit = 63 - std::countl_zero(word);
                word ^= std::uint64_t{1} << bit;
                const int vertex = 64 * i + bit;
                if (dominated(position, moves, vertex)) moves.remove(vertex);
            }
        return moves;
    }

   private:
    bool redundant(const Position<W>& position, int vertex) const {
        return (!position.own.has(vertex) || covered(vertex, position.own, position.other)) &&
               (!position.other.has(vertex) || covered(vertex, position.other, position.own));
    }

    bool covered(int vertex, const Bits<W>& own, const Bits<W>& other) const {
        const Bits<W> near = closed_[vertex] & own;
        Bits<W> shared;
        for (int i = 0; i < W; ++i)
            for (auto word = near.words[i]; word; word &= word - 1) {
                const int u = 64 * i + std::countr_zero(word);
                if (u == vertex || !(closed_[u] & own).within(near)) continue;
                if (!other.has(u) || closed_[u].meets(shared)) return true;
                shared.add(u);
            }
        return false;
    }

    bool dominated(const Position<W>& position, const Bits<W>& moves, int vertex) const {
        const Bits<W> near = closed_[vertex] & position.own;
        const bool contested = position.other.has(vertex);
        Bits<W> rivals = near & moves;
        if (contested) rivals &= position.other;
        rivals.remove(vertex);
        for (int i = 0; i < W; ++i)
            for (auto word = rivals.words[i]; word; word &= word - 1) {
                const int u = 64 * i + std::countr_zero(word);
                if (!(closed_[u] & position.own).within(near)) continue;
                if (!contested || (closed_[u] & position.other).within(closed_[vertex])) return true;
            }
        return false;
    }

    Bits<W> independent_moves(const Bits<W>& own) const {
        Bits<W> best = own;
        int fewest = own.count() + 1;
        own.each([&](int vertex) {
            const auto near = closed_[vertex] & own;
            const int count = near.count();
            if (count < fewest) { fewest = count; best = near; }
        });
        return best;
    }

    std::vector<Bits<W>> closed_;
    Bits<W> vertices_;
};

}  // namespace
}  // namespace commonfactor
