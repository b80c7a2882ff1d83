#include "kayles.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "kayles_local.hpp"
#include "table.hpp"

namespace commonfactor {

namespace {

// What is known of a component: its value, or values it has not because an option has them.
struct Fact {
    static constexpr std::uint64_t exact_mark = std::uint64_t{1} << 63;
    static constexpr int remembered = 63;

    std::uint64_t word = 0;

    static Fact exactly(int value) { return {exact_mark | static_cast<std::uint64_t>(value)}; }
    static Fact not_any_of(std::uint64_t attained) { return {attained & ~exact_mark}; }
    bool exact() const { return word & exact_mark; }
    int value() const { return static_cast<int>(word & ~exact_mark); }
    std::uint64_t attained() const { return exact() ? 0 : word; }
};

// A component in the arena: the key of a piece, or, with more than local_limit vertices, a
// set of vertices of the whole graph.
struct Part {
    std::uint32_t at;
    std::uint16_t order;
    std::uint16_t words;
};

struct Option {
    int nim;  // the sum of the components whose values are known
    std::uint32_t first;
    std::uint32_t last;  // parts not known, the largest last
    std::uint32_t cost;
};

struct Node {
    std::uint64_t attained = 0;
    std::uint32_t first;  // options
    std::uint32_t last;
};

bool holds(std::uint64_t mask, int value) { return value < 63 && (mask >> value & 1); }
std::uint64_t mark(int value) { return value < 63 ? std::uint64_t{1} << value : 0; }

template <int... Widths>
class Tables : private ExactTable<Widths, Fact>... {
   public:
    void grant(std::size_t most) {
        (ExactTable<Widths, Fact>::grant(most / sizeof...(Widths)), ...);
    }
    std::size_t bytes() const { return (ExactTable<Widths, Fact>::bytes() + ...); }
    Fact find(std::span<const std::uint64_t> key) const {
        Fact fact;
        (void)((key.size() <= Widths && (fact = ExactTable<Widths, Fact>::find(padded<Widths>(key)).value_or(Fact{}), true)) || ...);
        return fact;
    }
    void store(std::span<const std::uint64_t> key, Fact fact) {
        (void)((key.size() <= Widths && (ExactTable<Widths, Fact>::store(padded<Widths>(key), fact), true)) || ...);
    }

   private:
    template <int Width>
    static TableKey<Width> padded(std::span<const std::uint64_t> key) {
        TableKey<Width> full{};
        std::copy(key.begin(), key.end(), full.begin());
        return full;
    }
};

template <int W>
class Search final : public Kayles {
    using Set = Bits<W>;

   public:
    Search(const Graph& graph, const std::vector<Interchangeable>& symmetries) : rows_(graph.order()), symmetries_(symmetries) {
        for (int v = 0; v < graph.order(); ++v)
            for (int u : graph.neighbours(v)) rows_[v].add(u);
    }

    int grundy(const VertexSet& present, Control& control) override {
        begin(control);
        Option option = split(Set::of(present));
        return sum(option);
    }

    bool wins(const VertexSet& present, Control& control) override {
        begin(control);
        Option option = split(Set::of(present));
        return !equals(option, 0);
    }

    std::size_t table_bytes() const override { return pieces_.bytes() + sets_.bytes(); }
    ~Search() {
        if (getenv("STATS")) { fprintf(stderr, "lookups %ld encodes %ld\n", lookups, encodes); for (int i = 0; i < 2049; ++i) if (expanded[i]) fprintf(stderr, "%d:%ld ", i, expanded[i]); fprintf(stderr, "\n"); }
    }
    std::array<long, 2049> expanded{};

   private:
    void begin(Control& control) {
        control_ = &control;
        pieces_.grant(control.most_bytes() / 8 * 5);
        sets_.grant(control.most_bytes() / 8 * 3);
        options_.clear();
        parts_.clear();
        words_.clear();
        option_scratch_.clear();
    }

    // ---- search
    Fact recall(Part part) const {
        if (part.order <= local_limit) return pieces_.find({words_.data() + part.at + W, part.words});
        return sets_.find(set_key(part)).value_or(Fact{});
    }
    void remember(Part part, Fact fact) {
        if (part.order <= local_limit) pieces_.store({words_.data() + part.at + W, part.words}, fact);
        if (part.order > local_limit || fact.exact()) sets_.store(set_key(part), fact);
    }
    TableKey<W> set_key(Part part) const {
        TableKey<W> key;
        std::copy_n(words_.begin() + part.at, W, key.begin());
        return key;
    }

    struct Scope {
        Search& s;
        std::size_t o, p, w;
        Scope(Search& s) : s(s), o(s.options_.size()), p(s.parts_.size()), w(s.words_.size()) {}
        ~Scope() {
            s.options_.resize(o);
            s.parts_.resize(p);
            s.words_.resize(w);
        }
    };

    int sum(Option& option) {
        while (option.first < option.last) {
            option.nim ^= value(parts_[option.first]);
            ++option.first;
        }
        return option.nim;
    }

    bool equals(Option& option, int k) {
        while (option.first + 1 < option.last) {
            option.nim ^= value(parts_[option.first]);
            ++option.first;
        }
        if (option.first == option.last) return option.nim == k;
        return has_value(parts_[option.first], option.nim ^ k);
    }

    bool has_value(Part part, int k) {
        const Fact fact = recall(part);
        if (fact.exact()) return fact.value() == k;
        if (holds(fact.attained(), k) || k >= part.order) return false;
        Scope scope(*this);
        Node node = expand(part, fact, k);
#ifdef LOWFIRST
        for (int j = 0; j < k; ++j) if (!attains(node, j)) { remember(part, Fact::exactly(j)); return false; }
#endif
        if (attains(node, k)) {
            remember(part, Fact::not_any_of(node.attained));
            return false;
        }
        const int found = least_missing(node, k);
        remember(part, Fact::exactly(found));
        return found == k;
    }

    int value(Part part) {
        const Fact fact = recall(part);
        if (fact.exact()) return fact.value();
        Scope scope(*this);
        Node node = expand(part, fact, -1);
        const int found = least_missing(node, part.order);
        remember(part, Fact::exactly(found));
        return found;
    }

    int least_missing(Node& node, int limit) {
        for (int k = 0; k < limit; ++k)
            if (!attains(node, k)) return k;
        return limit;
    }

    bool attains(Node& node, int k) {
        if (holds(node.attained, k)) return true;
        for (auto i = node.first; i < node.last; ++i) {
            Option option = options_[i];
            const bool yes = equals(option, k);
            options_[i] = option;
            if (yes) {
                node.attained |= mark(k);
                return true;
            }
        }
        return false;
    }

    Node expand(Part part, Fact fact, int wanted) {
        ++expanded[part.order];
        Node node{fact.attained(), static_cast<std::uint32_t>(options_.size()), 0};
        if (part.order <= local_limit) expand_piece(part, node, wanted);
        else expand_set(part, node, wanted);
        std::sort(options_.begin() + node.first, options_.end(), [](const Option& a, const Option& b) { return a.cost < b.cost; });
        node.last = static_cast<std::uint32_t>(options_.size());
        return node;
    }

    // Returns whether the option's value is known to be wanted.
    bool add_option(Node& node, const Option& option, int wanted) {
        if (option.first != option.last) {
            options_.push_back(option);
            return false;
        }
        node.attained |= mark(option.nim);
        return option.nim == wanted;
    }

    void expand_piece(Part part, Node& node, int wanted) {
        LocalGraph graph;
        extract(set_of(part), graph);
        const auto all = all_of(part.order);
        for (int v = 0; v < part.order; ++v) {
            control_->count_node();
            Option option = open_option();
            split_local(graph, all & ~(graph.rows[v] | bit(v)), option);
            close(option);
            if (add_option(node, option, wanted)) return;
        }
    }

    void expand_set(Part part, Node& node, int wanted) {
        Set all;
        std::copy_n(words_.begin() + part.at, W, all.words.begin());
        for (int v = 0; v < static_cast<int>(rows_.size()); ++v) {
            if (!all.has(v)) continue;
            Set rest = all - rows_[v];
            rest.remove(v);
            if (add_option(node, split(rest), wanted)) return;
        }
    }

    Option open_option() { return {0, static_cast<std::uint32_t>(parts_.size()), 0, 0}; }

    // Equal parts cancel; the largest comes last.
    void close(Option& option) {
        option.last = static_cast<std::uint32_t>(parts_.size());
        if (option.first == option.last) return;
        std::sort(parts_.begin() + option.first, parts_.end(), [&](const Part& a, const Part& b) {
            if (a.order != b.order) return a.order < b.order;
            return std::lexicographical_compare(words_.begin() + a.at + W, words_.begin() + a.at + W + a.words, words_.begin() + b.at + W,
                                                words_.begin() + b.at + W + b.words);
        });
        auto keep = option.first;
        for (auto i = option.first; i < option.last; ++i) {
            if (keep > option.first && same(parts_[keep - 1], parts_[i])) --keep;
            else parts_[keep++] = parts_[i];
        }
        parts_.resize(option.last = keep);
        option.cost = 0;
        for (auto i = option.first; i < option.last; ++i) option.cost =
#if COST==0
  parts_[i].order * 64 + option.cost / 2;
#elif COST==1
  option.cost + parts_[i].order * parts_[i].order;
#elif COST==2
  option.cost + parts_[i].order * parts_[i].order* parts_[i].order;
#elif COST==3
  option.cost + parts_[i].order;
#elif COST==4
  parts_[i].order * 64 + option.cost;
#endif

    }

    bool same(const Part& a, const Part& b) const {
        return a.order == b.order && std::equal(words_.begin() + a.at + W, words_.begin() + a.at + W + a.words, words_.begin() + b.at + W);
    }

    void split_local(const LocalGraph& graph, std::uint64_t members, Option& option) {
        while (members) {
            const auto component = first_component(graph, members);
            members ^= component;
            add_piece(graph, component, option);
        }
    }

    Set named(const LocalGraph& graph, std::uint64_t members) const {
        Set set;
        for (; members; members &= members - 1) set.add(graph.names[std::countr_zero(members)]);
        return set;
    }

    void add_piece(const LocalGraph& graph, std::uint64_t whole, Option& option) {
        if (std::popcount(whole) <= 2) {
            option.nim ^= 1;
            return;
        }
        const Set raw = named(graph, whole);
        ++lookups;
        if (const auto known = sets_.find(raw.words)) {
            option.nim ^= known->value();
            return;
        }
        const auto component = without_twins(graph, whole);
        const int order = std::popcount(component);
        if (order <= 3) {
            option.nim ^= order == 3 ? 2 : 1;
            sets_.store(raw.words, Fact::exactly(order == 3 ? 2 : 1));
            return;
        }
        Set set = raw;
        if (component != whole) {
            set = named(graph, component);
            if (const auto known = sets_.find(set.words)) {
                option.nim ^= known->value();
                sets_.store(raw.words, *known);
                return;
            }
        }
        ++encodes;
        LocalKey key;
        const int words = encode(graph, component, key);
        const Fact fact = pieces_.find({key.data(), static_cast<std::size_t>(words)});
        if (fact.exact()) {
            option.nim ^= fact.value();
            sets_.store(set.words, fact);
            sets_.store(raw.words, fact);
            return;
        }
        parts_.push_back({static_cast<std::uint32_t>(words_.size()), static_cast<std::uint16_t>(order), static_cast<std::uint16_t>(words)});
        words_.insert(words_.end(), set.words.begin(), set.words.end());
        words_.insert(words_.end(), key.begin(), key.begin() + words);
    }
    long lookups = 0, encodes = 0;
    Set set_of(Part part) const {
        Set set;
        std::copy_n(words_.begin() + part.at, W, set.words.begin());
        return set;
    }
    void extract(const Set& set, LocalGraph& graph) const {
        int count = 0;
        set.each([&](int v) { graph.names[count++] = v; });
        graph.order = count;
        for (int i = 0; i < count; ++i) {
            graph.rows[i] = 0;
            for (int j = 0; j < i; ++j)
                if (rows_[graph.names[i]].has(graph.names[j])) graph.rows[i] |= bit(j), graph.rows[j] |= bit(i);
        }
    }

    Option split(Set members) {
        control_->count_node();
        Option option = open_option();
        while (!members.empty()) {
            const Set component = first_component_of(members);
            members -= component;
            add_component(component, option);
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

    void add_component(Set component, Option& option) {
        int order = component.count();
        if (order > local_limit) {
            component = canonical(component);
            parts_.push_back({static_cast<std::uint32_t>(words_.size()), static_cast<std::uint16_t>(order), 0});
            words_.insert(words_.end(), component.words.begin(), component.words.end());
            if (const Fact fact = recall(parts_.back()); fact.exact()) {
                option.nim ^= fact.value();
                parts_.pop_back();
            }
            return;
        }
        LocalGraph graph;
        extract(component, graph);
        add_piece(graph, all_of(order), option);
    }

    Set canonical(Set set) const {
        for (const auto& blocks : symmetries_) {
            const int length = static_cast<int>(blocks.front().size());
            if (length > 64) continue;
            std::vector<std::uint64_t> patterns;
            for (const auto& block : blocks) {
                std::uint64_t pattern = 0;
                for (int i = 0; i < length; ++i)
                    if (set.has(block[i])) pattern |= bit(i);
                patterns.push_back(pattern);
            }
            std::sort(patterns.begin(), patterns.end());
            for (std::size_t b = 0; b < blocks.size(); ++b)
                for (int i = 0; i < length; ++i)
                    if (patterns[b] >> i & 1) set.add(blocks[b][i]);
                    else set.remove(blocks[b][i]);
        }
        return set;
    }

    std::vector<Set> rows_;
    std::vector<Interchangeable> symmetries_;
    Control* control_ = nullptr;
    Tables<1, 2, 3, 4, 6, 8, 12, 16, 32> pieces_;
    ExactTable<W, Fact> sets_;
    std::vector<Option> options_;
    std::vector<Option> option_scratch_;
    std::vector<Part> parts_;
    std::vector<std::uint64_t> words_;
};

}  // namespace

std::unique_ptr<Kayles> Kayles::of(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    if (graph.order() > most_vertices) throw std::invalid_argument("too many vertices");
    verify(graph, symmetries);
    if (graph.order() <= 64) return std::make_unique<Search<1>>(graph, symmetries);
    if (graph.order() <= 128) return std::make_unique<Search<2>>(graph, symmetries);
    if (graph.order() <= 192) return std::make_unique<Search<3>>(graph, symmetries);
    if (graph.order() <= 256) return std::make_unique<Search<4>>(graph, symmetries);
    if (graph.order() <= 512) return std::make_unique<Search<8>>(graph, symmetries);
    if (graph.order() <= 1024) return std::make_unique<Search<16>>(graph, symmetries);
    return std::make_unique<Search<32>>(graph, symmetries);
}

}  // namespace commonfactor
