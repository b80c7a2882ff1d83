// What is known of components, and where it is kept.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

#include "table.hpp"

namespace commonfactor::node_kayles {

// The Grundy value of a component, or values that some option has and that it therefore has not.
class Fact {
   public:
    // Of larger values it is not kept whether an option has them.
    static constexpr int most_noted = 62;

    static Fact exactly(int value) {
        assert(value >= 0);
        return Fact{exact_mark | static_cast<std::uint64_t>(value)};
    }

    Fact() = default;

    bool is_exact() const { return word_ & exact_mark; }
    int value() const {
        assert(is_exact());
        return static_cast<int>(word_ & ~exact_mark);
    }

    // For facts that are not exact.
    bool excludes(int value) const {
        assert(!is_exact() && value >= 0);
        return value <= most_noted && word_ >> value & 1;
    }
    void exclude(int value) {
        assert(!is_exact() && value >= 0);
        if (value <= most_noted) word_ |= std::uint64_t{1} << value;
    }

   private:
    static constexpr std::uint64_t exact_mark = std::uint64_t{1} << 63;

    explicit Fact(std::uint64_t word) : word_(word) {}

    std::uint64_t word_ = 0;
};

// Facts under keys of different lengths: one table for each of the widths, which ascend.
//
// A key is padded with zeros to the next width; the caller sees to it that no key is another
// one and zeros.
template <int... Widths>
class FactTables {
   public:
    using Key = std::span<const std::uint64_t>;

    void clear() {
        std::apply([](auto&... tables) { (tables.clear(), ...); }, tables_);
    }

    std::size_t bytes() const {
        return std::apply([](const auto&... tables) { return (tables.bytes() + ...); }, tables_);
    }

    Fact find(Key key) const {
        Fact fact;
        with_table(tables_, key,
                   [&](const auto& table, const auto& padded) { fact = table.find(padded).value_or(Fact{}); });
        return fact;
    }

    // May take so many bytes more than it has.
    void store(Key key, Fact fact, std::size_t more_bytes) {
        with_table(tables_, key, [&](auto& table, const auto& padded) {
            table.grant(table.bytes() + more_bytes);
            table.store(padded, fact);
        });
    }

   private:
    template <class Tables, class Use>
    static void with_table(Tables& tables, Key key, Use&& use) {
        const auto fits = [&]<int Width>(std::integral_constant<int, Width>) {
            if (key.size() > Width) return false;
            TableKey<Width> padded{};
            std::copy(key.begin(), key.end(), padded.begin());
            use(std::get<ExactTable<Width, Fact>>(tables), padded);
            return true;
        };
        [[maybe_unused]] const bool found = (fits(std::integral_constant<int, Widths>{}) || ...);
        assert(found);
    }

    std::tuple<ExactTable<Widths, Fact>...> tables_;
};

}  // namespace commonfactor::node_kayles
