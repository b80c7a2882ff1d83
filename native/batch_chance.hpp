// The chances of a batch: SplitMix64 (Steele, Lea, Flood 2014), whose next number follows from a
// counter, and numbers below a bound by multiplication (Lemire 2019), without bias.

#pragma once

#include <cassert>
#include <cstdint>

namespace commonfactor {

class Chance {
   public:
    explicit Chance(std::uint64_t seed) : counter_(seed) {}

    // From 0 to bound - 1; the bound is at least 1.
    std::uint32_t below(std::uint32_t bound) {
        assert(bound > 0);
        std::uint64_t product = std::uint64_t{next()} * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t uneven = -bound % bound;
            while (static_cast<std::uint32_t>(product) < uneven) product = std::uint64_t{next()} * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

   private:
    std::uint32_t next() {
        std::uint64_t mixed = counter_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>((mixed ^ mixed >> 31) >> 32);
    }

    std::uint64_t counter_;
};

}  // namespace commonfactor
