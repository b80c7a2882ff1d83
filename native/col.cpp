// One question carries the search: does a position exceed a number x, that is, does the player
// to move win it when x is subtracted? The search never wants more than yes or no, and keeps in
// its table, for every component, the bounds that the answers so far imply. A value is found
// by asking about the simplest number that it may still be, until the bounds meet.
//
// Left is always the player to move; for Right to move, the position is negated.

#include "col.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <deque>
#include <optional>
#include <utility>

#include "col_board.hpp"
#include "col_number.hpp"
#include "col_shape.hpp"
#include "table.hpp"
#include "widths.hpp"

namespace commonfactor {
namespace {

ColValue lowest_terms(Number number, bool star) {
    if (is_integer(number)) return {number / one, 0, star};
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(number));
    return {number / (Number{1} << zeros), fraction_bits - zeros, star};
}

template <int W>
class Solver final : public Col {
   public:
    Solver(const Graph& graph, const std::vector<Interchangeable>& symmetries) : board_(graph, symmetries) {}

    ColValue value(const VertexSet& left, const VertexSet& right, Control& control) override {
        Frame& start = begin(left, right, control);
        expand(start);
        for (const Part& part : start.parts) start.known = start.known + value_of(part.component, 1);
        return lowest_terms(start.known.number(), start.known.star());
    }

    bool left_wins(const VertexSet& left, const VertexSet& right, Control& control) override {
        begin(left, right, control);
        return sum_exceeds(0, 0);
    }

    std::size_t table_bytes() const override { return components_.bytes() + shapes_.bytes(); }

   private:
    struct Part {
        Position<W> component;
        int size;
        Bounds bounds;
    };

    struct Move {
        int cost;
        int vertex;

        friend auto operator<=>(const Move&, const Move&) = default;
    };

    // What a level of the recursion keeps. Positions on large boards are large, and levels as
    // many as vertices, hence not on the call stack. A component handed to a deeper level lives
    // in a frame above it.
    struct Frame {
        Position<W> sum;          // to be split, empty afterwards
        std::vector<Part> parts;  // the components whose value is not known, small ones first
        Bounds known;             // the sum of all others
        Position<W> negated;
        std::vector<Move> moves;
    };

    Frame& begin(const VertexSet& left, const VertexSet& right, Control& control) {
        control_ = &control;
        components_.grant(control.most_bytes() / 2);
        shapes_.grant(control.most_bytes() / 2);
        Frame& start = frame(0);
        start.sum = {Bits<W>::of(left) & board_.vertices(), Bits<W>::of(right) & board_.vertices()};
        return start;
    }

    Frame& frame(std::size_t depth) {
        while (frames_.size() <= depth) frames_.emplace_back();
        return frames_[depth];
    }

    // Splits the frame's sum, and tells what the table knows of it.
    Bounds expand(Frame& at) {
        control_->count_node();
        board_.reduce(at.sum, *control_);
        at.parts.clear();
        at.known = Bounds::exactly(0, false);
        while (!at.sum.empty()) {
            const Position<W> component = board_.split(at.sum);
            const Bounds bounds = recall(component);
            if (bounds.exact())
                at.known = at.known + bounds;
            else
                at.parts.push_back({component, component.all().count(), bounds});
        }
        std::stable_sort(at.parts.begin(), at.parts.end(),
                         [](const Part& a, const Part& b) { return a.size < b.size; });
        return total(at, 0);
    }

    // The bounds of the frame's sum, of which the parts before the first given are in ``known``.
    static Bounds total(const Frame& at, std::size_t first) {
        Bounds total = at.known;
        for (std::size_t i = first; i < at.parts.size(); ++i) total = total + at.parts[i].bounds;
        return total;
    }

    // Of the components all but the largest are valued, until the answer is clear. What is left
    // is a question about the largest, C. A star beside it is as good as the right to pass: as C
    // is a number, or a number and star, C + * exceeds x iff C >= x, iff -C does not exceed -x.
    bool sum_exceeds(int depth, Number x) {
        Frame& at = frame(depth);
        Bounds bounds = expand(at);
        for (std::size_t i = 0; i + 1 < at.parts.size(); ++i) {
            if (const auto answer = bounds.exceeds(x)) return *answer;
            at.known = at.known + value_of(at.parts[i].component, depth + 1);
            bounds = total(at, i + 1);
        }
        if (const auto answer = bounds.exceeds(x)) return *answer;
        assert(!at.parts.empty());  // or the sum would be known, and the answer clear
        Position<W>& largest = at.parts.back().component;
        x -= at.known.number();
        if (!at.known.star()) return exceeds(largest, x, depth + 1);
        largest = -largest;
        return !exceeds(largest, -x, depth + 1);
    }

    Bounds value_of(const Position<W>& component, int depth) {
        Bounds bounds = recall(component);
        while (!bounds.exact()) {
            const Number x = bounds.simplest();
            if (!bounds.exceeds(x)) {
                bounds.learn(x, search(component, x, depth + 1));
            } else {
                Frame& at = frame(depth);
                at.negated = -component;
                bounds = -bounds;
                bounds.learn(-x, search(at.negated, -x, depth + 1));
                bounds = -bounds;
            }
            remember(component, bounds);
        }
        return bounds;
    }

    bool exceeds(const Position<W>& component, Number x, int depth) {
        if (const auto answer = recall(component).exceeds(x)) return *answer;
        const bool answer = search(component, x, depth);
        Bounds bounds = recall(component);
        bounds.learn(x, answer);
        remember(component, bounds);
        return answer;
    }

    // Left wins by a move in the component, or in -x, whose left option is the negative of the
    // right option of x. The latter is only needed if the component is a number, hence last.
    bool search(const Position<W>& component, Number x, int depth) {
        if (list_moves(component, x, depth)) return true;
        for (const Move& move : frame(depth).moves) {
            frame(depth + 1).sum = board_.after(component, move.vertex);
            if (!sum_exceeds(depth + 1, -x)) return true;
        }
        const auto larger = right_option(x);
        if (!larger) return false;
        Frame& at = frame(depth);
        at.negated = -component;
        return !exceeds(at.negated, -*larger, depth + 1);
    }

    // Lists the moves of which the table does not know the answer; true if it knows one that
    // wins. First come moves that deprive the other player, and of these moves that break the
    // position into small parts and forbid the mover little.
    bool list_moves(const Position<W>& component, Number x, int depth) {
        Frame& at = frame(depth);
        Frame& next = frame(depth + 1);
        at.moves.clear();
        for (auto moves = board_.moves(component, *control_); !moves.empty();) {
            const int vertex = moves.lowest();
            moves.remove(vertex);
            next.sum = board_.after(component, vertex);
            const auto answer = expand(next).exceeds(-x);
            if (!answer)
                at.moves.push_back({cost(component, vertex, next.parts.back().size), vertex});
            else if (!*answer)
                return true;
        }
        std::sort(at.moves.begin(), at.moves.end());
        return false;
    }

    int cost(const Position<W>& component, int vertex, int largest_part) const {
        constexpr int uncontested = 1 << 20;
        return (component.other.has(vertex) ? 0 : uncontested) + 3 * largest_part +
               8 * board_.count_near(vertex, component.own) - board_.count_near(vertex, component.other);
    }

    // What is known of a component. Not to be inlined: the keys of large boards would add to
    // every level of the recursion.
    [[gnu::noinline]] Bounds recall(const Position<W>& component) const {
        const int size = component.all().count();
        if (size == 1) return estimate(component);
        std::optional<Bounds> found;
        bool negated = false;
        if (size <= most_shape_vertices) {
            const auto [key, exchanged] = Shape(board_, component).key();
            found = shapes_.find(key);
            negated = exchanged;
        } else {
            const auto [key, exchanged] = key_of(component);
            found = components_.find(key);
            negated = exchanged;
        }
        if (!found) return estimate(component);
        return negated ? -*found : *found;
    }

    [[gnu::noinline]] void remember(const Position<W>& component, const Bounds& bounds) {
        if (component.all().count() <= most_shape_vertices) {
            const auto [key, negated] = Shape(board_, component).key();
            shapes_.store(key, negated ? -bounds : bounds);
        } else {
            const auto [key, negated] = key_of(component);
            components_.store(key, negated ? -bounds : bounds);
        }
    }

    // A vertex both may colour is *. For the rest: let D be the vertices only Right may colour.
    // Without them Right has no vertex that Left has not, and the value is at least that of the
    // position where both have Right's vertices, which is its own negative, hence 0 or *. With
    // them, Left imitates and answers each of Right's moves in D with one of |D| spare moves.
    // So the number is at least -|D|, and likewise for Left.
    Bounds estimate(const Position<W>& component) const {
        const int only_own = (component.own - component.other).count();
        const int only_other = (component.other - component.own).count();
        if (component.all().count() == 1) return Bounds::exactly((only_own - only_other) * one, only_own == only_other);
        return Bounds::between(-only_other * one, only_own * one);
    }

    // The key of a larger component, and whether it is that of its negative.
    std::pair<TableKey<2 * W>, bool> key_of(const Position<W>& component) const {
        Position<W> same = component, negative = -component;
        board_.sort_blocks(same);
        board_.sort_blocks(negative);
        const bool negated = std::pair(negative.own, negative.other) < std::pair(same.own, same.other);
        const Position<W>& chosen = negated ? negative : same;
        TableKey<2 * W> key;
        std::copy(chosen.own.words.begin(), chosen.own.words.end(), key.begin());
        std::copy(chosen.other.words.begin(), chosen.other.words.end(), key.begin() + W);
        return {key, negated};
    }

    Board<W> board_;
    ExactTable<2 * W, Bounds> components_;
    ExactTable<2, Bounds> shapes_;
    std::deque<Frame> frames_;
    Control* control_ = nullptr;
};

}  // namespace

std::unique_ptr<Col> Col::of(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    return solver_for<Col, Solver>(graph, symmetries);
}

}  // namespace commonfactor
