// Longest paths, which decide the game once the tokens cannot meet.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "control.hpp"
#include "table.hpp"
#include "trails_board.hpp"

namespace commonfactor::trails {

template <int W>
class Paths {
   public:
    Paths(const Board<W>& board, const StandardForm<W>& form) : board_(board), form_(form) {}

    void grant(std::size_t most_bytes) { table_.grant(most_bytes); }
    std::size_t bytes() const noexcept { return table_.bytes(); }

    // Whether a path of at least so many vertices starts at one of the exits.
    bool at_least(int length, const Bits<W>& unvisited, const Bits<W>& exits, Control& control) {
        frame(0).position = {unvisited, exits, {}};
        return extends(0, length, control);
    }

    int longest(const Bits<W>& unvisited, const Bits<W>& exits, Control& control) {
        int length = greedy(unvisited, exits, control);
        while (at_least(length + 1, unvisited, exits, control)) ++length;
        return length;
    }

    // An exit from which a path of at least so many vertices goes on; there must be one.
    int first_step(int length, const Bits<W>& unvisited, const Bits<W>& exits, Control& control) {
        for (auto [onward, v] : steps(unvisited, exits)) {
            Bits<W> rest = unvisited;
            rest.remove(v);
            if (at_least(length - 1, rest, board_.neighbours(v) & rest, control)) return v;
        }
        assert(false);
        return exits.lowest();
    }

   private:
    struct Bounds {
        std::uint16_t lower = 0;
        std::uint16_t upper = 0;
    };
    struct Step {
        std::uint16_t onward;
        std::uint16_t vertex;

        friend auto operator<=>(const Step&, const Step&) = default;
    };
    // Kept outside the stack, which a path of thousands of vertices would overflow.
    struct Frame {
        Position<W> position;
        Labels<W> labels;
        std::vector<Step> steps;
    };
    using Key = TableKey<2 * W>;

    Frame& frame(int depth) {
        while (static_cast<int>(frames_.size()) <= depth) frames_.emplace_back();
        return frames_[depth];
    }

    static Key key_of(const Position<W>& position) {
        Key key;
        std::copy_n(position.unvisited.words.begin(), W, key.begin());
        std::copy_n(position.mover.words.begin(), W, key.begin() + W);
        return key;
    }

    // Vertices with few ways on first: they are the ones a path is likely to miss later.
    void list_steps(const Bits<W>& unvisited, const Bits<W>& exits, std::vector<Step>& steps) const {
        steps.clear();
        exits.each([&](int v) {
            const int onward = (board_.neighbours(v) & unvisited).count();
            steps.push_back({static_cast<std::uint16_t>(onward), static_cast<std::uint16_t>(v)});
        });
        std::sort(steps.begin(), steps.end());
    }

    std::vector<Step> steps(const Bits<W>& unvisited, const Bits<W>& exits) const {
        std::vector<Step> result;
        list_steps(unvisited, exits, result);
        return result;
    }

    int greedy(Bits<W> unvisited, Bits<W> exits, Control& control) const {
        int length = 0;
        for (; !exits.empty(); ++length) {
            control.count_node();
            int best = -1;
            int fewest = 0;
            exits.each([&](int v) {
                const int onward = (board_.neighbours(v) & unvisited).count();
                const int rank = onward ? onward : most_vertices;
                if (best >= 0 && rank >= fewest) return;
                best = v;
                fewest = rank;
            });
            unvisited.remove(best);
            exits = board_.neighbours(best) & unvisited;
        }
        return length;
    }

    // A vertex with no neighbour in the region, or with one and not an exit, can only be the
    // last of a path; all but one of these are missed.
    int upper_bound(const Bits<W>& region, const Bits<W>& exits) const {
        int ends = 0;
        region.each([&](int v) { ends += board_.degree_up_to_two(v, region) < (exits.has(v) ? 1 : 2); });
        return region.count() - std::max(0, ends - 1);
    }

    bool extends(int depth, int length, Control& control) {
        Frame& here = frame(depth);
        Position<W>& position = here.position;
        if (length <= 0) return true;
        if (position.mover.empty()) return false;
        if (length == 1) return true;
        control.count_node();
        position.unvisited = board_.region(position.mover, position.unvisited);
        const int bound = upper_bound(position.unvisited, position.mover);
        if (bound < length) return false;
        form_.apply(position, here.labels);
        const Key key = key_of(position);
        const Bounds known = table_.find(key).value_or(Bounds{1, static_cast<std::uint16_t>(bound)});
        if (length <= known.lower) return true;
        if (length > known.upper) return false;
        const bool found = steps_extend(depth, length, control);
        note(key, known, length, found);
        return found;
    }

    bool steps_extend(int depth, int length, Control& control) {
        Frame& here = frame(depth);
        Position<W>& next = frame(depth + 1).position;
        list_steps(here.position.unvisited, here.position.mover, here.steps);
        for (const Step& step : here.steps) {
            next.unvisited = here.position.unvisited;
            next.unvisited.remove(step.vertex);
            next.mover = board_.neighbours(step.vertex) & next.unvisited;
            next.other = {};
            if (extends(depth + 1, length - 1, control)) return true;
        }
        return false;
    }

    void note(const Key& key, Bounds bounds, int length, bool found) {
        if (found)
            bounds.lower = static_cast<std::uint16_t>(length);
        else
            bounds.upper = static_cast<std::uint16_t>(length - 1);
        assert(bounds.lower <= bounds.upper);
        table_.store(key, bounds);
    }

    const Board<W>& board_;
    const StandardForm<W>& form_;
    ExactTable<2 * W, Bounds> table_;
    std::deque<Frame> frames_;
};

}  // namespace commonfactor::trails
