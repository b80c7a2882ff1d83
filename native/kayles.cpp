#include "kayles.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>

#include "kayles_blocks.hpp"
#include "kayles_facts.hpp"
#include "kayles_node.hpp"
#include "kayles_piece.hpp"
#include "widths.hpp"

// A position is the sum of its components, and its Grundy value the exclusive-or of theirs.
//
// The search never asks for more of a component than is needed. "Has it the value k?" is
// answered with no as soon as one option has k, however many others are unknown; if no option
// has k, the value is at most k and is found by asking for 0, 1, and so on. In a sum that is
// asked for k, the values of all components but the largest are computed, and only a question
// of this kind is put to the largest. (Lemoine and Viennot, "Nimbers are inevitable", 2012.)
//
// Components of up to 64 vertices are kept by shape, larger ones by their set of vertices, made
// canonical by the symmetries that are given. A second table, by set of vertices, saves finding
// the shape of a small component that was met before in the same place.

namespace commonfactor {

namespace {

using namespace node_kayles;

template <int Words>
class Search final : public Kayles {
   public:
    Search(const Graph& graph, const std::vector<Interchangeable>& symmetries)
        : rows_(graph.order()), blocks_(symmetries) {
        for (int v = 0; v < graph.order(); ++v) {
            everything_.add(v);
            for (int u : graph.neighbours(v)) rows_[v].add(u);
        }
    }

    int grundy(const VertexSet& present, Control& control) override {
        begin(control);
        Option option = split(Set::of(present) & everything_);
        while (!option.is_resolved()) resolve_first(option);
        return option.known;
    }

    bool wins(const VertexSet& present, Control& control) override {
        begin(control);
        Option option = split(Set::of(present) & everything_);
        return !equals(option, 0);
    }

    std::size_t table_bytes() const override { return shapes_.bytes() + places_.bytes(); }

   private:
    using Set = Bits<Words>;

    // What a node put into the arenas goes with it, also when the search is stopped.
    class Scope {
       public:
        explicit Scope(Search& search)
            : search_(search),
              options_(search.options_.size()),
              parts_(search.parts_.size()),
              words_(search.words_.size()) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() {
            search_.options_.resize(options_);
            search_.parts_.resize(parts_);
            search_.words_.resize(words_);
        }

       private:
        Search& search_;
        std::size_t options_;
        std::size_t parts_;
        std::size_t words_;
    };

    void begin(Control& control) {
        control_ = &control;
        options_.clear();
        parts_.clear();
        words_.clear();
        if (table_bytes() <= control.most_bytes()) return;
        shapes_.clear();
        places_.clear();
    }

    // Questions.

    bool has_value(Part part, int value) {
        const Fact fact = recall(part);
        if (fact.is_exact()) return fact.value() == value;
        // No game on a connected graph of two or more vertices takes a move for every vertex.
        if (fact.excludes(value) || value >= part.order) return false;
        const Scope scope(*this);
        Node node = expand(part, fact, value);
        if (attains(node, value)) {
            remember(part, node.fact);
            return false;
        }
        const int found = least_missing(node, value);
        remember(part, Fact::exactly(found));
        return found == value;
    }

    int value_of(Part part) {
        const Fact fact = recall(part);
        if (fact.is_exact()) return fact.value();
        const Scope scope(*this);
        Node node = expand(part, fact, nothing_wanted);
        const int found = least_missing(node, part.order);
        remember(part, Fact::exactly(found));
        return found;
    }

    // The least value that no option has, if that is below the limit, and else the limit.
    int least_missing(Node& node, int limit) {
        int value = 0;
        while (value < limit && attains(node, value)) ++value;
        return value;
    }

    bool attains(Node& node, int value) {
        if (node.fact.excludes(value)) return true;
        for (auto i = node.first; i < node.last; ++i) {
            // A copy, as the arena may move while the option is searched.
            Option option = options_[i];
            const bool found = equals(option, value);
            options_[i] = option;
            if (!found) continue;
            node.fact.exclude(value);
            return true;
        }
        return false;
    }

    bool equals(Option& option, int value) {
        while (option.last - option.first > 1) resolve_first(option);
        if (option.is_resolved()) return option.known == value;
        return has_value(parts_[option.first], option.known ^ value);
    }

    void resolve_first(Option& option) {
        assert(!option.is_resolved());
        option.known ^= value_of(parts_[option.first]);
        ++option.first;
    }

    // Options.

    static constexpr int nothing_wanted = Fact::most_noted + 1;

    // The options, the easiest first; or only some, if one is known to have the wanted value.
    Node expand(Part part, Fact fact, int wanted) {
        Node node{fact, static_cast<std::uint32_t>(options_.size()), 0};
        if (part.is_piece())
            expand_piece(part, node, wanted);
        else
            expand_set(part, node, wanted);
        std::sort(options_.begin() + node.first, options_.end(), [](const Option& a, const Option& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.first < b.first;
        });
        node.last = static_cast<std::uint32_t>(options_.size());
        return node;
    }

    void expand_piece(Part part, Node& node, int wanted) {
        const Piece piece = piece_of(set_of(part));
        for (int v = 0; v < piece.order; ++v) {
            control_->count_node();
            Option option = open_option();
            for (auto rest = piece.everything() & ~(piece.rows[v] | bit(v)); rest;) {
                const auto component = first_component(piece, rest);
                rest ^= component;
                add_piece(option, piece, component);
            }
            close(option);
            add_option(node, option);
            if (node.fact.excludes(wanted)) return;
        }
    }

    void expand_set(Part part, Node& node, int wanted) {
        const Set whole = set_of(part);
        for (int v = 0; v < static_cast<int>(rows_.size()); ++v) {
            if (!whole.has(v)) continue;
            Set rest = whole - rows_[v];
            rest.remove(v);
            add_option(node, split(rest));
            if (node.fact.excludes(wanted)) return;
        }
    }

    void add_option(Node& node, const Option& option) {
        if (option.is_resolved() && option.known <= Fact::most_noted)
            node.fact.exclude(option.known);
        else
            options_.push_back(option);
    }

    Option open_option() const {
        const auto next = static_cast<std::uint32_t>(parts_.size());
        return {0, next, next, 0};
    }

    // Equal parts cancel, as g xor g is 0.
    void close(Option& option) {
        const auto by_size = [this](const Part& a, const Part& b) {
            if (a.order != b.order) return a.order < b.order;
            return std::ranges::lexicographical_compare(key_of(a), key_of(b));
        };
        std::sort(parts_.begin() + option.first, parts_.end(), by_size);
        auto kept = option.first;
        for (auto i = option.first; i < parts_.size(); ++i) {
            if (kept > option.first && std::ranges::equal(key_of(parts_[kept - 1]), key_of(parts_[i])))
                --kept;
            else
                parts_[kept++] = parts_[i];
        }
        parts_.resize(kept);
        option.last = kept;
        for (auto i = option.first; i < option.last; ++i)
            option.cost += std::uint32_t{parts_[i].order} * parts_[i].order;
    }

    // Components.

    Option split(Set members) {
        control_->count_node();
        Option option = open_option();
        while (!members.empty()) {
            const Set component = first_component_of(members);
            members -= component;
            const int order = component.count();
            if (order <= 2) {
                option.known ^= 1;
                continue;
            }
            control_->check();
            if (order > most_piece_vertices) {
                add_large(option, blocks_.canonical(component), order);
            } else {
                const Piece piece = piece_of(component);
                add_piece(option, piece, piece.everything());
            }
        }
        close(option);
        return option;
    }

    Set first_component_of(const Set& members) const {
        Set frontier;
        frontier.add(members.lowest());
        Set outside = members - frontier;
        while (!frontier.empty()) {
            const int v = frontier.lowest();
            frontier.remove(v);
            const Set fresh = outside & rows_[v];
            outside -= fresh;
            frontier |= fresh;
        }
        return members - outside;
    }

    void add_large(Option& option, const Set& component, int order) {
        const auto fact = places_.find(component.words);
        if (fact && fact->is_exact())
            option.known ^= fact->value();
        else
            add_part(component, order, {});
    }

    void add_piece(Option& option, const Piece& piece, std::uint64_t component) {
        if (at_most_two(component)) {
            option.known ^= 1;
            return;
        }
        const Set place = place_of(piece, component);
        // What is kept by place of a set of this size is exact.
        if (const auto fact = places_.find(place.words)) {
            option.known ^= fact->value();
            return;
        }
        const Fact fact = add_reduced(piece, without_twins(piece, component));
        if (!fact.is_exact()) return;
        option.known ^= fact.value();
        remember_place(place, fact);
    }

    // Adds a part for a component without twins unless its value is known, which is returned.
    Fact add_reduced(const Piece& piece, std::uint64_t component) {
        if (at_most_two(component)) return Fact::exactly(1);
        const PieceKey key(piece, component);
        const Fact fact = shapes_.find({key.data(), key.size()});
        if (!fact.is_exact()) {
            add_part(place_of(piece, component), std::popcount(component), {key.data(), key.size()});
        }
        return fact;
    }

    void add_part(const Set& place, int order, std::span<const std::uint64_t> key) {
        assert(words_.size() <= std::numeric_limits<std::uint32_t>::max());
        parts_.push_back({static_cast<std::uint32_t>(words_.size()), static_cast<std::uint16_t>(order),
                          static_cast<std::uint16_t>(key.size())});
        words_.insert(words_.end(), place.words.begin(), place.words.end());
        words_.insert(words_.end(), key.begin(), key.end());
    }

    Set place_of(const Piece& piece, std::uint64_t members) const {
        Set place;
        each_bit(members, [&](int v) { place.add(piece.names[v]); });
        return place;
    }

    Piece piece_of(const Set& place) const {
        Piece piece;
        piece.order = 0;
        place.each([&](int name) {
            const int v = piece.order++;
            assert(v < most_piece_vertices);
            piece.names[v] = static_cast<std::uint16_t>(name);
            piece.rows[v] = 0;
            for (int u = 0; u < v; ++u) {
                if (!rows_[name].has(piece.names[u])) continue;
                piece.rows[v] |= bit(u);
                piece.rows[u] |= bit(v);
            }
        });
        return piece;
    }

    // Memory.

    Set set_of(Part part) const {
        Set set;
        std::copy_n(words_.begin() + part.at, Words, set.words.begin());
        return set;
    }

    std::span<const std::uint64_t> key_of(Part part) const {
        if (part.is_piece()) return {words_.data() + part.at + Words, part.key_words};
        return {words_.data() + part.at, Words};
    }

    Fact recall(Part part) const {
        if (part.is_piece()) return shapes_.find(key_of(part));
        return places_.find(set_of(part).words).value_or(Fact{});
    }

    void remember(Part part, Fact fact) {
        if (part.is_piece()) shapes_.store(key_of(part), fact, free_bytes());
        // Of a piece, only its value is kept by place.
        if (!part.is_piece() || fact.is_exact()) remember_place(set_of(part), fact);
    }

    void remember_place(const Set& place, Fact fact) {
        places_.grant(places_.bytes() + free_bytes());
        places_.store(place.words, fact);
    }

    // All tables draw on one grant, so that each may grow as the graph demands.
    std::size_t free_bytes() const {
        assert(table_bytes() <= control_->most_bytes());
        return control_->most_bytes() - table_bytes();
    }

    std::vector<Set> rows_;  // the neighbours of each vertex
    Set everything_;
    BlockOrder<Words> blocks_;
    Control* control_ = nullptr;  // of the query under way

    FactTables<1, 2, 3, 4, 6, 8, 12, 16, PieceKey::most_words> shapes_;
    ExactTable<Words, Fact> places_;

    std::vector<Option> options_;
    std::vector<Part> parts_;
    std::vector<std::uint64_t> words_;
};

}  // namespace

std::unique_ptr<Kayles> Kayles::of(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    return solver_for<Kayles, Search>(graph, symmetries);
}

}  // namespace commonfactor
