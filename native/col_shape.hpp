// A small position without the names of its vertices, so that equal pieces of a board, or of
// two boards, share an entry of the table.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <utility>

#include "col_board.hpp"
#include "table.hpp"

namespace commonfactor {
namespace {

// Two words hold who may colour each of so many vertices, and the edges between them.
constexpr int most_shape_vertices = 14;
using ShapeKey = TableKey<2>;

class Shape {
   public:
    template <int W>
    Shape(const Board<W>& board, const Position<W>& position) {
        assert(position.all().count() <= most_shape_vertices);
        std::array<int, most_shape_vertices> names{};
        position.all().each([&](int vertex) { names[count_++] = vertex; });
        for (int i = 0; i < count_; ++i) {
            players_[i] = position.own.has(names[i]) + 2 * position.other.has(names[i]);
            for (int j = 0; j < i; ++j) {
                if (!(players_[i] & players_[j]) || !board.joined(names[i], names[j])) continue;
                near_[i] |= 1u << j;
                near_[j] |= 1u << i;
            }
        }
    }

    // The key, and whether it is that of the position with the players exchanged.
    std::pair<ShapeKey, bool> key() const {
        const int lean = this->lean();
        if (lean > 0) return {key_of(players_), false};
        const ShapeKey exchanged = key_of(exchange(players_));
        if (lean < 0) return {exchanged, true};
        const ShapeKey same = key_of(players_);
        return exchanged < same ? std::pair{exchanged, true} : std::pair{same, false};
    }

   private:
    using Players = std::array<unsigned, most_shape_vertices>;  // bit 0: the mover, bit 1: the other
    using Order = std::array<int, most_shape_vertices>;

    static Players exchange(Players players) {
        for (auto& who : players) who = who >> 1 | (who & 1) << 1;
        return players;
    }

    // Who has more, in a sense that only has to change its sign when the players are exchanged.
    int lean() const {
        int lean = 0;
        for (int i = 0; i < count_; ++i) {
            const int side = static_cast<int>(players_[i] & 1) - static_cast<int>(players_[i] >> 1);
            lean += side * (64 + std::popcount(near_[i]));
        }
        return lean;
    }

    // The key describes the position completely, in whatever order the vertices come: a poor
    // order only makes equal shapes look different.
    ShapeKey key_of(const Players& players) const {
        const Order order = order_of(players);
        ShapeKey key{};
        const auto set = [&](int bit) { key[bit >> 6] |= std::uint64_t{1} << (bit & 63); };
        for (int i = 0, pair = 2 * most_shape_vertices; i < count_; ++i) {
            key[0] |= std::uint64_t{players[order[i]]} << 2 * i;
            for (int j = 0; j < i; ++j, ++pair)
                if (near_[order[i]] >> order[j] & 1) set(pair);
        }
        return key;
    }

    // Vertices by what they see two steps around them.
    Order order_of(const Players& players) const {
        std::array<std::uint64_t, most_shape_vertices> view{}, wider{};
        for (int i = 0; i < count_; ++i) view[i] = mixed(players[i]);
        for (int step = 0; step < 2; ++step) {
            for (int i = 0; i < count_; ++i) {
                wider[i] = 5 * view[i];
                for (auto near = near_[i]; near; near &= near - 1) wider[i] += view[std::countr_zero(near)];
            }
            std::transform(wider.begin(), wider.begin() + count_, view.begin(), mixed);
        }
        Order order{};
        std::iota(order.begin(), order.begin() + count_, 0);
        std::sort(order.begin(), order.begin() + count_,
                  [&](int a, int b) { return view[a] != view[b] ? view[a] < view[b] : a < b; });
        return order;
    }

    static std::uint64_t mixed(std::uint64_t x) {
        x *= 0xd6e8feb86659fd93;
        x ^= x >> 29;
        return x * 0x9e3779b97f4a7c15;
    }

    int count_ = 0;
    Players players_{};
    std::array<std::uint32_t, most_shape_vertices> near_{};
};

}  // namespace
}  // namespace commonfactor
