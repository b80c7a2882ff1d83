// The Python module of games that are played forward: sets come as rows of bytes, one per member,
// and what games show are arrays of NumPy that look into them and cannot be written to.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "playout.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace commonfactor {
namespace {

using Row = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Drawn = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Entry, int Axes>
using View = nb::ndarray<nb::numpy, const Entry, nb::ndim<Axes>, nb::c_contig>;

VertexSet set_of(const std::uint8_t* entries, std::size_t count) {
    VertexSet set((count + 63) / 64);
    for (std::size_t i = 0; i < count; ++i)
        if (entries[i]) set[i / 64] |= std::uint64_t{1} << i % 64;
    return set;
}

std::vector<VertexSet> sets_of(const Rows& rows) {
    std::vector<VertexSet> sets;
    sets.reserve(rows.shape(0));
    for (std::size_t i = 0; i < rows.shape(0); ++i)
        sets.push_back(set_of(rows.data() + i * rows.shape(1), rows.shape(1)));
    return sets;
}

VertexSet members_of(const Actions& places, std::size_t count) {
    std::vector<std::uint8_t> entries(count);
    for (const int place : places) {
        if (place < 0 || static_cast<std::size_t>(place) >= count)
            throw std::invalid_argument("a game starts from its places");
        entries[place] = 1;
    }
    return set_of(entries.data(), count);
}

Beginning beginning_by(int player) {
    if (player != 0 && player != 1) throw std::invalid_argument("player 0 or 1 moves first");
    return {player, true};
}

// Arcs as three columns, by node, then by action.
std::vector<std::vector<Arc>> arcs_of(std::size_t nodes, const Integers& from, const Integers& actions,
                                      const Integers& to) {
    if (from.size() != actions.size() || from.size() != to.size())
        throw std::invalid_argument("an arc has a node, an action and a target");
    std::vector<std::vector<Arc>> arcs(nodes);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from(i) < 0 || static_cast<std::size_t>(from(i)) >= nodes)
            throw std::invalid_argument("an arc leaves from no node");
        arcs[from(i)].push_back({actions(i), to(i)});
    }
    return arcs;
}

Actions actions_in(const Integers& integers) { return {integers.data(), integers.data() + integers.size()}; }

std::vector<int> list_of(const Integers& integers) { return {integers.data(), integers.data() + integers.size()}; }

// A batch that several threads may use, one after the other, without holding the interpreter.
class SharedBatch {
   public:
    explicit SharedBatch(std::unique_ptr<Batch> batch) : batch_(std::move(batch)) {}

    const Batch& batch() const { return *batch_; }

    std::unique_ptr<SharedBatch> copy() {
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(in_use_);
        return std::make_unique<SharedBatch>(batch_->copy());
    }

    void reset() {
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(in_use_);
        batch_->reset();
    }

    // Steps all games, or none if an action is refused; says whose is the first, or -1.
    int step(const Integers& actions, bool illegal_too) {
        return ask(actions.size(), [&](Batch& batch) {
            // Another thread may be writing to the array, and what was checked must be what is done.
            given_.assign(actions.data(), actions.data() + actions.size());
            const int refused = batch.first_refused(given_, illegal_too);
            if (refused < 0) batch.step(given_);
            return refused;
        });
    }

    void draw(const Drawn& actions) {
        ask(actions.size(), [&](Batch& batch) { batch.draw({actions.data(), actions.size()}); });
    }

   private:
    // The answer to a question that comes with one action per game.
    template <class Question>
    std::invoke_result_t<Question, Batch&> ask(std::size_t count, Question&& question) {
        if (count != static_cast<std::size_t>(batch_->games()))
            throw std::invalid_argument("a batch of " + std::to_string(batch_->games()) +
                                        " games takes as many actions, not " + std::to_string(count));
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(in_use_);
        return question(*batch_);
    }

    std::unique_ptr<Batch> batch_;
    std::vector<std::int32_t> given_;
    std::mutex in_use_;
};

// So many rows as an array that keeps their owner alive.
template <class Entry, int Axes, class Stored>
View<Entry, Axes> rows_of(nb::handle owner, const std::vector<Stored>& entries, std::size_t rows) {
    const std::size_t shape[] = {rows, entries.size() / rows};
    return View<Entry, Axes>(entries.data(), Axes, shape, owner);
}

template <class Entry, int Axes, auto Column>
View<Entry, Axes> view(nb::handle self) {
    const Batch& batch = nb::cast<const SharedBatch&>(self).batch();
    return rows_of<Entry, Axes>(self, batch.outputs().*Column, batch.games());
}

template <auto Rows>
View<std::int8_t, 2> sight(nb::handle self) {
    return rows_of<std::int8_t, 2>(self, nb::cast<const Playout&>(self).sights().*Rows, 2);
}

void bind_rules(nb::module_& module) {
    nb::class_<Taking>(module, "Taking")
        .def(
            "__init__",
            [](Taking* self, const Row& first, const Rows& swept, const Rows& followers, bool binds_opponent,
               bool binds_for_good) {
                const std::vector<std::uint8_t> all(swept.shape(0), 1);
                new (self) Taking{.first = set_of(first.data(), first.size()),
                                  .swept = sets_of(swept),
                                  .followers = sets_of(followers),
                                  .binds_opponent = binds_opponent,
                                  .binds_for_good = binds_for_good,
                                  .left = set_of(all.data(), all.size())};
            },
            "first"_a, "swept"_a, "followers"_a, nb::kw_only(), "binds_opponent"_a, "binds_for_good"_a)
        .def(
            "starting",
            [](Taking rules, const Actions& first, const Actions& left, const std::array<Actions, 2>& limits,
               int player) {
                rules.first = members_of(first, rules.swept.size());
                rules.left = members_of(left, rules.swept.size());
                rules.limits = limits;
                rules.beginning = beginning_by(player);
                return rules;
            },
            "first"_a, "left"_a, "limits"_a, "player"_a);
    nb::class_<Descending>(module, "Descending")
        .def(
            "__init__",
            [](Descending* self, const Integers& pieces, const Integers& from, const Integers& actions,
               const Integers& to, const Integers& marks, std::size_t node_count, int mark_count) {
                new (self)
                    Descending{list_of(pieces), arcs_of(node_count, from, actions, to), list_of(marks), mark_count};
            },
            "pieces"_a, "origins"_a, "actions"_a, "targets"_a, "marks"_a, nb::kw_only(), "node_count"_a, "mark_count"_a)
        .def(
            "starting",
            [](Descending rules, const std::vector<int>& pieces, int player) {
                if (pieces.size() != rules.pieces.size()) throw std::invalid_argument("a game keeps all its pieces");
                rules.pieces = pieces;
                rules.beginning = beginning_by(player);
                return rules;
            },
            "pieces"_a, "player"_a);
}

template <class Rules>
void make_batch(SharedBatch* self, const Rules& rules, const Integers& opening, int games, std::uint64_t seed,
                bool restarts, bool observes) {
    new (self) SharedBatch(Batch::of(rules, {games, actions_in(opening), seed, restarts, observes}));
}

void bind_batch(nb::module_& module) {
    nb::class_<SharedBatch>(module, "Batch")
        .def("__init__", &make_batch<Taking>, "rules"_a, "opening"_a, nb::kw_only(), "games"_a, "seed"_a, "restarts"_a,
             "observes"_a)
        .def("__init__", &make_batch<Descending>, "rules"_a, "opening"_a, nb::kw_only(), "games"_a, "seed"_a,
             "restarts"_a, "observes"_a)
        .def("copy", &SharedBatch::copy)
        .def("reset", &SharedBatch::reset)
        .def("step", &SharedBatch::step, "actions"_a.noconvert(), "illegal_too"_a = false)
        .def("draw", &SharedBatch::draw, "actions"_a.noconvert())
        .def_prop_ro("mask", &view<bool, 2, &Outputs::mask>)
        .def_prop_ro("observation", &view<std::int8_t, 2, &Outputs::observation>)
        .def_prop_ro("to_move", &view<std::uint8_t, 1, &Outputs::to_move>)
        .def_prop_ro("done", &view<bool, 1, &Outputs::done>)
        .def_prop_ro("winner", &view<std::uint8_t, 1, &Outputs::winner>)
        .def_prop_ro("forfeited", &view<bool, 1, &Outputs::forfeited>)
        .def_prop_ro("rewards", &view<std::int8_t, 2, &Outputs::rewards>);
}

// Made by hand, since this is where the time of a playout goes.
nb::list legal_actions(const Playout& playout) {
    std::uint16_t actions[most_actions];
    const int count = playout.legal_count();
    playout.list_legal(actions);
    auto list = nb::steal<nb::list>(PyList_New(count));
    if (!list.is_valid()) throw nb::python_error();
    for (int i = 0; i < count; ++i) {
        PyObject* action = PyLong_FromLong(actions[i]);
        if (!action) throw nb::python_error();
        PyList_SET_ITEM(list.ptr(), i, action);
    }
    return list;
}

template <class Rules>
std::unique_ptr<Playout> make_playout(const Rules& rules, const Integers& opening, bool observes) {
    return Playout::of(rules, actions_in(opening), observes);
}

void bind_playout(nb::module_& module) {
    // The error that the rules raise, so that it does not matter who refuses a move.
    const nb::object illegal_move_error = nb::module_::import_("commonfactor.rules.base").attr("IllegalMoveError");
    nb::class_<Playout>(module, "Playout")
        .def(nb::new_(&make_playout<Taking>), "rules"_a, "opening"_a, nb::kw_only(), "observes"_a)
        .def(nb::new_(&make_playout<Descending>), "rules"_a, "opening"_a, nb::kw_only(), "observes"_a)
        .def("legal_actions", &legal_actions)
        .def(
            "play",
            [illegal_move_error](Playout& playout, nb::handle action) {
                // Any whole number is taken; one too large for a size becomes the largest, which is no action.
                const Py_ssize_t number = PyNumber_AsSsize_t(action.ptr(), nullptr);
                if (number == -1 && PyErr_Occurred()) throw nb::python_error();
                if (0 <= number && number < most_actions && playout.play(static_cast<int>(number)))
                    return !playout.over();
                PyErr_Format(illegal_move_error.ptr(), "action %zd is not legal here", number);
                throw nb::python_error();
            },
            "action"_a)
        .def("copy", &Playout::copy)
        .def("restart", &Playout::restart)
        .def("stop", &Playout::stop)
        .def_prop_ro("actions", [](const Playout& playout) { return playout.sights().actions; })
        .def_prop_ro("is_over", &Playout::over)
        .def_prop_ro("to_move", [](const Playout& playout) { return playout.player() + 1; })
        .def_prop_ro("observation", &sight<&Sights::observation>)
        .def_prop_ro("mask", &sight<&Sights::mask>);
}

}  // namespace
}  // namespace commonfactor

NB_MODULE(_games, module) {
    using namespace commonfactor;
#ifdef NDEBUG
    // A program that is told to end does not wait for its threads, and what they hold is no fault to tell people of.
    nb::set_leak_warnings(false);
#endif
    module.attr("MOST_GAMES") = Batch::most_games;
    bind_rules(module);
    bind_batch(module);
    bind_playout(module);
}
