// The Python module: sets of vertices come and go as bytes, least significant bit first.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "cliques.hpp"
#include "col.hpp"
#include "control.hpp"
#include "geography.hpp"
#include "graph.hpp"
#include "kayles.hpp"
#include "trails.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace commonfactor {
namespace {

VertexSet set_of(const nb::bytes& bytes, int order) {
    VertexSet set((order + 63) / 64);
    const auto* data = static_cast<const unsigned char*>(bytes.data());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (!data[i]) continue;
        if (8 * i + std::bit_width(data[i]) > static_cast<std::size_t>(order))
            throw std::invalid_argument("a set has a vertex that is not in the graph");
        set[i / 8] |= std::uint64_t{data[i]} << 8 * (i % 8);
    }
    return set;
}

nb::bytes bytes_of(const VertexSet& set) {
    std::vector<char> bytes(8 * set.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(set[i / 8] >> 8 * (i % 8));
    return nb::bytes(bytes.data(), bytes.size());
}

// A solver that several threads may ask. They wait for one another without holding the
// interpreter, and their own budgets and cancellations end the waiting.
template <class Solver>
class Shared {
   public:
    Shared(int order, std::unique_ptr<Solver> solver) : order_(order), solver_(std::move(solver)) {}

    int order() const { return order_; }
    VertexSet set(const nb::bytes& bytes) const { return set_of(bytes, order_); }
    std::size_t table_bytes() const { return solver_->table_bytes(); }

    template <class Question>
    auto ask(Control& control, Question&& question) {
        const nb::gil_scoped_release release;
        std::unique_lock lock(in_use_, std::defer_lock);
        while (!lock.try_lock_for(std::chrono::milliseconds(5))) control.check();
        control.check();
        return question(*solver_);
    }

   private:
    int order_;
    std::unique_ptr<Solver> solver_;
    std::timed_mutex in_use_;
};

using SharedGeography = Shared<Geography>;
using SharedKayles = Shared<Kayles>;
using SharedCol = Shared<Col>;
using SharedTrails = Shared<Trails>;

using Cliques = std::vector<std::vector<int>>;
using Symmetries = std::vector<Interchangeable>;

std::unique_ptr<SharedGeography> geography_on(CliqueCover cover) {
    const int order = cover.order();
    return std::make_unique<SharedGeography>(order, std::make_unique<Geography>(std::move(cover)));
}

template <class Solver>
std::unique_ptr<Shared<Solver>> solver_on(int order, const Cliques& cliques, const Symmetries& symmetries) {
    return std::make_unique<Shared<Solver>>(order, Solver::of(Graph::from_cliques(order, cliques), symmetries));
}

void bind_control(nb::module_& module) {
    const nb::exception<OutOfBudget> out_of_budget(module, "OutOfBudget");
    nb::class_<Control>(module, "Control")
        .def(nb::init<std::uint64_t, double, std::size_t>(), "most_nodes"_a, "seconds"_a, "most_bytes"_a)
        .def("cancel", &Control::cancel)
        .def_prop_ro("is_cancelled", &Control::cancelled)
        .def("check", nb::overload_cast<>(&Control::check))
        .def("count_node", &Control::count_node)
        .def("hold_back", &Control::hold_back, "bytes"_a)
        .def("limit_nodes", &Control::limit_nodes, "nodes"_a)
        .def_prop_ro("nodes", &Control::nodes)
        .def_prop_ro("most_bytes", &Control::most_bytes);
}

void bind_geography(nb::module_& module) {
    nb::class_<SharedGeography>(module, "Geography")
        .def_static(
            "on_cliques", [](int order, const Cliques& cliques) { return geography_on(CliqueCover(order, cliques)); },
            "order"_a, "cliques"_a)
        .def_static(
            "on_common_factors",
            [](int low, int high) { return geography_on(CliqueCover::of_common_factors(low, high)); }, "low"_a,
            "high"_a)
        .def(
            "decompose",
            [](SharedGeography& self, const nb::bytes& present, const nb::bytes& candidates, Control& control) {
                const auto [among, first] = std::pair(self.set(present), self.set(candidates));
                auto found =
                    self.ask(control, [&](Geography& solver) { return solver.decompose(among, first, control); });
                return std::tuple(bytes_of(found.missable), bytes_of(found.barrier), found.missed,
                                  std::move(found.pairs));
            },
            "present"_a, "candidates"_a, "control"_a);
}

void bind_kayles(nb::module_& module) {
    nb::class_<SharedKayles>(module, "Kayles")
        .def_static("on_cliques", &solver_on<Kayles>, "order"_a, "cliques"_a, "interchangeable"_a)
        .def(
            "grundy",
            [](SharedKayles& self, const nb::bytes& present, Control& control) {
                const auto set = self.set(present);
                return self.ask(control, [&](Kayles& solver) { return solver.grundy(set, control); });
            },
            "present"_a, "control"_a)
        .def(
            "wins",
            [](SharedKayles& self, const nb::bytes& present, Control& control) {
                const auto set = self.set(present);
                return self.ask(control, [&](Kayles& solver) { return solver.wins(set, control); });
            },
            "present"_a, "control"_a)
        .def_prop_ro("table_bytes", &SharedKayles::table_bytes);
}

void bind_col(nb::module_& module) {
    nb::class_<SharedCol>(module, "Col")
        .def_static("on_cliques", &solver_on<Col>, "order"_a, "cliques"_a, "interchangeable"_a)
        .def(
            "value",
            [](SharedCol& self, const nb::bytes& left, const nb::bytes& right, Control& control) {
                const auto [ours, theirs] = std::pair(self.set(left), self.set(right));
                const auto value = self.ask(control, [&](Col& solver) { return solver.value(ours, theirs, control); });
                return std::tuple(value.numerator, std::int64_t{1} << value.exponent, value.star);
            },
            "left"_a, "right"_a, "control"_a)
        .def(
            "left_wins",
            [](SharedCol& self, const nb::bytes& left, const nb::bytes& right, Control& control) {
                const auto [ours, theirs] = std::pair(self.set(left), self.set(right));
                return self.ask(control, [&](Col& solver) { return solver.left_wins(ours, theirs, control); });
            },
            "left"_a, "right"_a, "control"_a)
        .def_prop_ro("table_bytes", &SharedCol::table_bytes);
}

// A token stands on a vertex of the graph that has been visited, or nowhere yet.
void check_token(int token, int order, const VertexSet& unvisited) {
    if (token == Trails::nowhere) return;
    if (token < 0 || token >= order) throw std::invalid_argument("a token is on a vertex that is not in the graph");
    if (unvisited[token / 64] >> token % 64 & 1) throw std::invalid_argument("a token is on an unvisited vertex");
}

void bind_trails(nb::module_& module) {
    nb::class_<SharedTrails>(module, "Trails")
        .def_static("on_cliques", &solver_on<Trails>, "order"_a, "cliques"_a, "interchangeable"_a)
        .def_ro_static("nowhere", &Trails::nowhere)
        .def(
            "mover_wins",
            [](SharedTrails& self, const nb::bytes& unvisited, int mover, int other, Control& control) {
                const auto set = self.set(unvisited);
                for (int token : {mover, other}) check_token(token, self.order(), set);
                return self.ask(control, [&](Trails& solver) { return solver.mover_wins(set, mover, other, control); });
            },
            "unvisited"_a, "mover"_a, "other"_a, "control"_a)
        .def(
            "longest_path",
            [](SharedTrails& self, const nb::bytes& unvisited, int token, Control& control) {
                const auto set = self.set(unvisited);
                check_token(token, self.order(), set);
                return self.ask(control, [&](Trails& solver) { return solver.longest_path(set, token, control); });
            },
            "unvisited"_a, "token"_a, "control"_a)
        .def_prop_ro("table_bytes", &SharedTrails::table_bytes);
}

}  // namespace
}  // namespace commonfactor

NB_MODULE(_core, module) {
    using namespace commonfactor;
#ifdef NDEBUG
    // A program that is told to end does not wait for its threads, and what they hold is no fault to tell people of.
    nb::set_leak_warnings(false);
#endif
    module.attr("MOST_VERTICES") = most_vertices;
    bind_control(module);
    bind_geography(module);
    bind_kayles(module);
    bind_col(module);
    bind_trails(module);
}
