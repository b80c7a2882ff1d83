// A set of vertices as a fixed number of machine words.
//
// The width is a template parameter, so that the common case (a pool of up to 64, 128 or 192
// numbers) compiles to a few instructions without loops or allocation.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace commonfactor {

// A set of any size, as it comes from and goes to the outside.
using VertexSet = std::vector<std::uint64_t>;

template <int Words>
struct Bits {
    std::array<std::uint64_t, Words> words{};

    static Bits of(const VertexSet& set) {
        Bits bits;
        for (std::size_t i = 0; i < Words && i < set.size(); ++i) bits.words[i] = set[i];
        for (std::size_t i = Words; i < set.size(); ++i) assert(set[i] == 0);
        return bits;
    }

    bool has(int vertex) const { return words[word_of(vertex)] >> (vertex & 63) & 1; }
    void add(int vertex) { words[word_of(vertex)] |= std::uint64_t{1} << (vertex & 63); }
    void remove(int vertex) { words[word_of(vertex)] &= ~(std::uint64_t{1} << (vertex & 63)); }

    bool empty() const {
        std::uint64_t any = 0;
        for (auto word : words) any |= word;
        return any == 0;
    }

    int count() const {
        int total = 0;
        for (auto word : words) total += std::popcount(word);
        return total;
    }

    // The smallest member of a set that is not empty.
    int lowest() const {
        assert(!empty());
        for (int i = 0;; ++i)
            if (words[i]) return 64 * i + std::countr_zero(words[i]);
    }

    bool meets(const Bits& other) const {
        std::uint64_t common = 0;
        for (int i = 0; i < Words; ++i) common |= words[i] & other.words[i];
        return common != 0;
    }

    bool within(const Bits& other) const {
        std::uint64_t outside = 0;
        for (int i = 0; i < Words; ++i) outside |= words[i] & ~other.words[i];
        return outside == 0;
    }

    Bits& operator&=(const Bits& other) {
        for (int i = 0; i < Words; ++i) words[i] &= other.words[i];
        return *this;
    }
    Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) words[i] |= other.words[i];
        return *this;
    }
    // The difference of two sets.
    Bits& operator-=(const Bits& other) {
        for (int i = 0; i < Words; ++i) words[i] &= ~other.words[i];
        return *this;
    }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend bool operator==(const Bits&, const Bits&) = default;
    friend auto operator<=>(const Bits&, const Bits&) = default;

    // Calls ``visit(vertex)`` for every member, ascending.
    template <class Visit>
    void each(Visit&& visit) const {
        for (int i = 0; i < Words; ++i)
            for (auto word = words[i]; word; word &= word - 1) visit(64 * i + std::countr_zero(word));
    }

   private:
    static int word_of(int vertex) {
        assert(0 <= vertex && vertex < 64 * Words);
        return vertex >> 6;
    }
};

}  // namespace commonfactor
