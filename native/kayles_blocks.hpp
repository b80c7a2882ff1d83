// Sets of vertices up to the order of interchangeable blocks.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "graph.hpp"

namespace commonfactor::node_kayles {

template <int Words>
class BlockOrder {
   public:
    // Blocks beyond one word are not worth the trouble, and it is sound to leave a class out.
    explicit BlockOrder(const std::vector<Interchangeable>& symmetries) {
        for (const auto& blocks : symmetries)
            if (blocks.size() > 1 && blocks.front().size() <= 64) classes_.push_back(blocks);
    }

    // The same set for all sets that differ only in the order of their blocks: within a class,
    // the blocks are sorted by which of their vertices are present. As any two blocks may be
    // swapped without changing the graph, the graph on the new set is isomorphic.
    Bits<Words> canonical(Bits<Words> set) {
        for (const auto& blocks : classes_) {
            patterns_.clear();
            for (const auto& block : blocks) patterns_.push_back(pattern(set, block));
            std::ranges::sort(patterns_);
            for (std::size_t i = 0; i < blocks.size(); ++i) impose(set, blocks[i], patterns_[i]);
        }
        return set;
    }

   private:
    using Block = std::vector<int>;

    static std::uint64_t pattern(const Bits<Words>& set, const Block& block) {
        std::uint64_t pattern = 0;
        for (std::size_t i = 0; i < block.size(); ++i) pattern |= std::uint64_t{set.has(block[i])} << i;
        return pattern;
    }

    static void impose(Bits<Words>& set, const Block& block, std::uint64_t pattern) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (pattern >> i & 1)
                set.add(block[i]);
            else
                set.remove(block[i]);
        }
    }

    std::vector<Interchangeable> classes_;
    std::vector<std::uint64_t> patterns_;
};

}  // namespace commonfactor::node_kayles
