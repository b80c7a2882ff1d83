// Dyadic numbers, and what a search knows of a value that is a number or a number and star.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

#include "col.hpp"

namespace commonfactor {
namespace {

// A number in fixed point. Sums and comparisons are those of integers, which a numerator and
// an exponent would not give; 15 bits remain for sign and integer part, enough for sums of
// values of 2048 vertices. A value that needs a finer fraction is refused, never rounded.
using Number = std::int64_t;
constexpr int fraction_bits = 48;
constexpr Number one = Number{1} << fraction_bits;

constexpr Number lowest_bit(Number x) { return x & -x; }
constexpr bool is_integer(Number x) { return x % one == 0; }

// The right option of a number in canonical form, if it has one.
constexpr std::optional<Number> right_option(Number x) {
    if (!is_integer(x)) return x + lowest_bit(x);
    if (x < 0) return x + one;
    return std::nullopt;
}

// The number of earliest birthday between the two, both included.
inline Number simplest_within(Number low, Number high) {
    if (low <= 0 && high >= 0) return 0;
    if (high < 0) return -simplest_within(-high, -low);
    for (Number step = one; step > 1; step /= 2) {
        const Number candidate = (low + step - 1) / step * step;
        if (candidate <= high) return candidate;
    }
    throw std::overflow_error("the value is too fine a fraction");
}

// An end of an interval of values: which of the two values there are known not to be the one.
struct End {
    Number at = 0;
    bool not_number = false;
    bool not_star = false;

    bool open() const { return not_number && not_star; }
    End operator-() const { return {-at, not_number, not_star}; }
};

// What is known of a value x or x + *: x lies between the ends.
struct Bounds {
    End low, high;

    static Bounds between(Number low, Number high) { return {{low}, {high}}; }

    Bounds operator-() const { return {-high, -low}; }

    // Whether the value exceeds x or is x + *, so that Left, moving first, wins it against x.
    std::optional<bool> exceeds(Number x) const {
        if (x < low.at || (x == low.at && low.not_number)) return true;
        if (x > high.at || (x == high.at && high.not_star)) return false;
        return std::nullopt;
    }

    void learn(Number x, bool exceeds_x) {
        if (exceeds_x)
            raise({x, true, false});
        else
            lower({x, false, true});
    }

    void narrow(const Bounds& other) {
        raise(other.low);
        lower(other.high);
    }

    bool exact() const { return low.at == high.at && (low.not_star || low.not_number); }
    bool star() const { return low.not_number; }

    // What to compare an unknown value with next.
    Number simplest() const { return simplest_within(low.at + low.open(), high.at - high.open()); }

   private:
    void raise(const End& end) {
        if (end.at > low.at) low = end;
        else if (end.at == low.at) merge(low, end);
        meet();
    }
    void lower(const End& end) {
        if (end.at < high.at) high = end;
        else if (end.at == high.at) merge(high, end);
        meet();
    }
    static void merge(End& end, const End& other) {
        end.not_number |= other.not_number;
        end.not_star |= other.not_star;
    }
    // Ends that have met know the same.
    void meet() {
        if (low.at != high.at) return;
        merge(low, high);
        high = low;
    }
};

}  // namespace
}  // namespace commonfactor
