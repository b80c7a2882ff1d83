// What one analysis may spend, and how it is stopped.
//
// Every search counts its nodes here, so that one counter, one clock and one stop flag serve
// all solvers. A search that may not go on unwinds by an exception: partial results are in
// its table by then, and no level of the recursion has to pass a third answer upwards.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace commonfactor {

// Thrown through a search that is out of nodes or time, or was cancelled.
struct OutOfBudget : std::exception {
    const char* what() const noexcept override { return "the analysis ran out of its budget or was cancelled"; }
};

class Control {
   public:
    using Clock = std::chrono::steady_clock;

    Control(std::uint64_t most_nodes, double seconds, std::size_t most_bytes)
        : most_nodes_(most_nodes), most_bytes_(most_bytes), deadline_(deadline_after(seconds)) {
        plan_check(0);
    }

    // May be called from any thread, at any time.
    void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

    // To be called once per node, by the one thread that searches. No solver does more than
    // about 100 microseconds of work between two calls.
    void count_node() {
        const auto count = nodes_.load(std::memory_order_relaxed) + 1;
        nodes_.store(count, std::memory_order_relaxed);
        if (count >= next_check_) check(count);
    }

    // Throws if the search may not go on. For work that counts no nodes.
    void check() { check(nodes()); }

    // Leaves memory to tables of other solvers that are kept, instead of what was left to them so far.
    // To be called before the search.
    void hold_back(std::size_t bytes) noexcept { held_back_ = std::min(bytes, most_bytes_); }

    // Allows at most so many nodes from now on, and fewer if fewer are left.
    void limit_nodes(std::uint64_t nodes) noexcept {
        const auto count = this->nodes();
        if (count < most_nodes_ && nodes < most_nodes_ - count) most_nodes_ = count + nodes;
        plan_check(count);
    }

    std::uint64_t nodes() const noexcept { return nodes_.load(std::memory_order_relaxed); }
    std::size_t most_bytes() const noexcept { return most_bytes_ - held_back_; }

   private:
    // Reading the clock costs as much as a small node, hence not at every one.
    static constexpr std::uint64_t nodes_between_checks = 32;

    static Clock::time_point deadline_after(double seconds) {
        const auto now = Clock::now();
        constexpr double a_year = 365 * 86400.0;
        if (!(seconds < a_year)) return Clock::time_point::max();
        return now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    void plan_check(std::uint64_t count) {
        const auto next = count + nodes_between_checks;
        next_check_ = std::min(next, std::max(most_nodes_, count + 1));
    }

    void check(std::uint64_t count) {
        plan_check(count);
        if (cancelled() || count > most_nodes_ || Clock::now() >= deadline_) throw OutOfBudget{};
    }

    std::atomic<bool> cancelled_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t most_nodes_;
    std::size_t most_bytes_;
    std::size_t held_back_ = 0;
    Clock::time_point deadline_;
    std::uint64_t next_check_ = 0;
};

}  // namespace commonfactor
