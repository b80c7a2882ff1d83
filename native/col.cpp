#include "col.hpp"

#include <deque>
#include <stdexcept>

#include "col_board.hpp"
#include "col_number.hpp"
#include "col_shape.hpp"
#include "table.hpp"

namespace commonfactor {
namespace {

struct Exact {
    Number number = 0;
    bool star = false;

    Exact& operator+=(const Exact& o) { number += o.number; star ^= o.star; return *this; }
};

template <int W>
class Solver final : public Col {
   public:
    Solver(const Graph& graph, const std::vector<Interchangeable>& symmetries) : board_(graph), symmetries_(symmetries) {}

    ColValue value(const VertexSet& left, const VertexSet& right, Control& control) override {
        begin(control);
        auto& rest = frame(0).rest;
        rest = position(left, right);
        board_.reduce(rest, control);
        Exact total;
        while (!rest.all().empty()) {
            frame(0).component = board_.split(rest);
            total += value_of(frame(0).component, 1);
        }
        ColValue out;
        out.star = total.star;
        out.exponent = is_integer(total.number) ? 0 : fraction_bits - std::countr_zero(static_cast<std::uint64_t>(total.number));
        out.numerator = total.number >> (fraction_bits - out.exponent);
        return out;
    }

    bool left_wins(const VertexSet& left, const VertexSet& right, Control& control) override {
        begin(control);
        frame(0).rest = position(left, right);
        return sum_exceeds(0, 0);
    }

    std::size_t table_bytes() const override { return boards_.bytes() + shapes_.bytes(); }

   private:
    struct Frame {
        Position<W> rest, component, largest;
        std::vector<std::pair<int, int>> moves;
    };

    void begin(Control& control) {
        control_ = &control;
        boards_.grant(control.most_bytes() / 2);
        shapes_.grant(control.most_bytes() / 2);
    }

    Frame& frame(std::size_t depth) {
        while (frames_.size() <= depth) frames_.emplace_back();
        return frames_[depth];
    }

    Position<W> position(const VertexSet& left, const VertexSet& right) const {
        return {Bits<W>::of(left) & board_.vertices(), Bits<W>::of(right) & board_.vertices()};
    }

    // frame(depth).rest |> x
    bool sum_exceeds(int depth, Number x) {
        control_->count_node();
        Frame& f = frame(depth);
        board_.reduce(f.rest, *control_);
        f.largest = {};
        int size = 0;
        bool star = false;
        while (!f.rest.all().empty()) {
            f.component = board_.split(f.rest);
            const int count = f.component.all().count();
            if (count > size) {
                std::swap(f.component, f.largest);
                std::swap(const_cast<int&>(count), size);
            }
            if (!count) continue;
            const Exact v = value_of(f.component, depth + 1);
            x -= v.number;
            star ^= v.star;
        }
        if (!size) return star ? x <= 0 : x < 0;
        return star ? !exceeds(-f.largest, -x, depth + 1) : exceeds(f.largest, x, depth + 1);
    }

    Exact value_of(const Position<W>& c, int depth) {
        if (!c.other.meets(c.own) && c.all().count() == 1) return {c.own.empty() ? -one : one, false};
        if (c.all().count() == 1) return {0, true};
        auto ref = reference(c);
        Bounds b = bounds(ref, c);
        while (!b.exact()) {
            const Number z = b.simplest();
            if (!b.exceeds(z)) b.learn(z, search(c, z, depth));
            else { const bool r = search(-c, -z, depth); Bounds n = -b; n.learn(-z, r); b = -n; }
            store(ref, b);
        }
        return {b.low.at, b.star()};
    }

    bool exceeds(const Position<W>& c, Number x, int depth) {
        if (c.all().count() == 1) {
            if (c.own.meets(c.other)) return x <= 0;
            return (c.own.empty() ? -one : one) > x;
        }
        auto ref = reference(c);
        Bounds b = bounds(ref, c);
        if (auto known = b.exceeds(x)) return *known;
        const bool r = search(c, x, depth);
        b = bounds(ref, c);
        b.learn(x, r);
        store(ref, b);
        return r;
    }

    bool search(const Position<W>& c, Number x, int depth) {
        control_->count_node();
        Frame& f = frame(depth);
        f.moves.clear();
        board_.moves(c).each([&](int v) {
            const int score = (c.other.has(v) ? 0 : 1000000) + (board_.closed(v) & c.own).count() * 8 -
                              (board_.closed(v) & c.other).count();
            f.moves.emplace_back(score, v);
        });
        std::sort(f.moves.begin(), f.moves.end());
        for (auto [s, v] : f.moves) {
            frame(depth + 1).rest = board_.after(c, v);
            if (!sum_exceeds(depth + 1, -x)) return true;
        }
        if (auto r = right_option(x)) return !exceeds(-c, -*r, depth + 1);
        return false;
    }

    struct Reference {
        bool small, negated;
        ShapeKey shape;
        TableKey<2 * W> board;
    };

    Reference reference(const Position<W>& c) const {
        Reference ref{};
        ref.small = c.all().count() <= most_shape_vertices;
        if (ref.small) {
            Shape shape(board_, c);
            const auto a = shape.key(false), b = shape.key(true);
            ref.negated = b < a;
            ref.shape = std::min(a, b);
        } else {
            ref.negated = c.other < c.own;
            const auto& p = ref.negated ? c.other : c.own;
            const auto& q = ref.negated ? c.own : c.other;
            for (int i = 0; i < W; ++i) { ref.board[i] = p.words[i]; ref.board[W + i] = q.words[i]; }
        }
        return ref;
    }

    Bounds bounds(const Reference& ref, const Position<W>& c) {
        const auto found = ref.small ? shapes_.find(ref.shape) : boards_.find(ref.board);
        if (found) return ref.negated ? -*found : *found;
        Bounds b = Bounds::between(-one * c.other.count(), one * c.own.count());
        if (c.other.within(c.own)) b.narrow(Bounds::between(0, one * 4096));
        if (c.own.within(c.other)) b.narrow(Bounds::between(-one * 4096, 0));
        return b;
    }

    void store(const Reference& ref, const Bounds& b) {
        const Bounds s = ref.negated ? -b : b;
        if (ref.small) shapes_.store(ref.shape, s); else boards_.store(ref.board, s);
    }

    Board<W> board_;
    std::vector<Interchangeable> symmetries_;
    ExactTable<2 * W, Bounds> boards_;
    ExactTable<2, Bounds> shapes_;
    std::deque<Frame> frames_;
    Control* control_ = nullptr;
};

}  // namespace

std::unique_ptr<Col> Col::of(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    if (graph.order() > most_vertices) throw std::invalid_argument("too large");
    verify(graph, symmetries);
    const int words = (graph.order() + 63) / 64;
    if (words <= 1) return std::make_unique<Solver<1>>(graph, symmetries);
    if (words <= 2) return std::make_unique<Solver<2>>(graph, symmetries);
    if (words <= 3) return std::make_unique<Solver<3>>(graph, symmetries);
    if (words <= 4) return std::make_unique<Solver<4>>(graph, symmetries);
    if (words <= 8) return std::make_unique<Solver<8>>(graph, symmetries);
    if (words <= 16) return std::make_unique<Solver<16>>(graph, symmetries);
    return std::make_unique<Solver<32>>(graph, symmetries);
}

}  // namespace commonfactor
