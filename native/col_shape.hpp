#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "col_board.hpp"
#include "table.hpp"

namespace commonfactor {
namespace {

constexpr int most_shape_vertices = 14;
using ShapeKey = TableKey<2>;

class Shape {
   public:
    template <int W>
    Shape(const Board<W>& board, const Position<W>& position) {
        std::array<int, most_shape_vertices> names{};
        position.all().each([&](int vertex) { names[count_++] = vertex; });
        for (int i = 0; i < count_; ++i) {
            own_[i] = position.own.has(names[i]);
            other_[i] = position.other.has(names[i]);
            for (int j = 0; j < i; ++j) {
                const bool effective = (own_[i] && own_[j]) || (other_[i] && other_[j]);
                if (effective && board.closed(names[i]).has(names[j])) {
                    near_[i] |= 1u << j;
                    near_[j] |= 1u << i;
                }
            }
        }
    }

    ShapeKey key(bool negated) const {
        const auto& own = negated ? other_ : own_;
        const auto& other = negated ? own_ : other_;
        const auto order = sorted(own, other);
        ShapeKey key{};
        const auto set = [&](int bit) { key[bit >> 6] |= std::uint64_t{1} << (bit & 63); };
        for (int i = 0, pair = 2 * most_shape_vertices; i < count_; ++i) {
            if (own[order[i]]) set(2 * i);
            if (other[order[i]]) set(2 * i + 1);
            for (int j = 0; j < i; ++j, ++pair)
                if (near_[order[i]] >> order[j] & 1) set(pair);
        }
        return key;
    }

   private:
    using Flags = std::array<bool, most_shape_vertices>;
    using Order = std::array<int, most_shape_vertices>;

    static std::uint64_t mix(std::uint64_t x) {
        x *= 0xd6e8feb86659fd93;
        x ^= x >> 29;
        return x * 0x9e3779b97f4a7c15;
    }

    Order sorted(const Flags& own, const Flags& other) const {
        std::array<std::uint64_t, most_shape_vertices> colour{}, next{};
        for (int i = 0; i < count_; ++i) colour[i] = 1 + own[i] + 2 * other[i];
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < count_; ++i) {
                next[i] = 5 * colour[i];
                for (auto near = near_[i]; near; near &= near - 1) next[i] += mix(colour[std::countr_zero(near)]);
            }
            for (int i = 0; i < count_; ++i) colour[i] = mix(next[i]) ;
        }
        Order order{};
        for (int i = 0; i < count_; ++i) order[i] = i;
        std::sort(order.begin(), order.begin() + count_, [&](int a, int b) {
            return colour[a] != colour[b] ? colour[a] < colour[b] : a < b;
        });
        return order;
    }

    int count_ = 0;
    Flags own_{}, other_{};
    std::array<std::uint32_t, most_shape_vertices> near_{};
};

}  // namespace
}  // namespace commonfactor
