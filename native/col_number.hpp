// Numbers, and what is known of a value that is a number x, or x + *.

#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

#include "col.hpp"
#include "control.hpp"

namespace commonfactor {
namespace {

// A dyadic number in fixed point: sums and comparisons are those of integers. 15 bits are left
// for the sign and the integer part, enough for sums of values of 2048 vertices. A value that
// needs a finer fraction is never rounded: like a search that is too long, it stays unknown.
using Number = std::int64_t;
constexpr int fraction_bits = 48;
constexpr Number one = Number{1} << fraction_bits;

constexpr bool is_integer(Number x) { return x % one == 0; }

// The right option of a number in canonical form, if it has one.
constexpr std::optional<Number> right_option(Number x) {
    if (!is_integer(x)) return x + (x & -x);
    if (x < 0) return x + one;
    return std::nullopt;
}

// The number of earliest birthday between the two, both included.
inline Number simplest_within(Number low, Number high) {
    assert(low <= high);
    if (low <= 0 && high >= 0) return 0;
    if (high < 0) return -simplest_within(-high, -low);
    for (Number step = one; step > 1; step /= 2) {
        const Number candidate = (low + step - 1) / step * step;
        if (candidate <= high) return candidate;
    }
    throw OutOfBudget{};
}

// An end of an interval of values, and which of the two values there are ruled out.
struct End {
    Number at = 0;
    bool not_number = false;
    bool not_star = false;

    bool open() const { return not_number && not_star; }
    End operator-() const { return {-at, not_number, not_star}; }

    void rule_out(const End& other) {
        not_number |= other.not_number;
        not_star |= other.not_star;
    }
};

// What is known of a value: its number lies between the ends.
struct Bounds {
    End low, high;

    static Bounds between(Number low, Number high) { return {{low}, {high}}; }
    static Bounds exactly(Number number, bool star) {
        const End end{number, star, !star};
        return {end, end};
    }

    bool exact() const { return low.at == high.at && (low.not_number || low.not_star); }

    // Of an exact value.
    Number number() const {
        assert(exact());
        return low.at;
    }
    bool star() const {
        assert(exact());
        return low.not_number;
    }

    Bounds operator-() const { return {-high, -low}; }

    friend Bounds operator+(const Bounds& a, const Bounds& b) {
        if (a.exact()) return b.shifted(a);
        if (b.exact()) return a.shifted(b);
        return between(a.low.at + b.low.at, a.high.at + b.high.at);
    }

    // Whether the value is more than x, or x + *: exactly then does Left win it, moving first,
    // when x is subtracted.
    std::optional<bool> exceeds(Number x) const {
        if (x < low.at || (x == low.at && low.not_number)) return true;
        if (x > high.at || (x == high.at && high.not_star)) return false;
        return std::nullopt;
    }

    void learn(Number x, bool exceeds_x) {
        if (exceeds_x)
            raise({x, true, false});
        else
            *this = -(-*this).raise({-x, false, true});
    }

    // What to compare the value with next: every answer leaves a later birthday or the value.
    Number simplest() const { return simplest_within(low.at + low.open(), high.at - high.open()); }

   private:
    Bounds shifted(const Bounds& by) const {
        Bounds sum{{low.at + by.number(), low.not_number, low.not_star},
                   {high.at + by.number(), high.not_number, high.not_star}};
        if (!by.star()) return sum;
        std::swap(sum.low.not_number, sum.low.not_star);
        std::swap(sum.high.not_number, sum.high.not_star);
        return sum;
    }

    Bounds& raise(const End& end) {
        if (end.at > low.at)
            low = end;
        else if (end.at == low.at)
            low.rule_out(end);
        assert(low.at <= high.at);
        if (low.at == high.at) {
            low.rule_out(high);
            high = low;
        }
        return *this;
    }
};

}  // namespace
}  // namespace commonfactor
