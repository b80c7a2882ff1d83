#include "geography.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace commonfactor {

Geography::Geography(CliqueCover cover) : cover_(std::move(cover)) {
    const auto order = cover_.order();
    for (auto* list : {&mate_, &root_, &reached_from_, &base_, &visited_}) list->assign(order, none);
    label_.assign(order, Label::absent);
    is_dead_.assign(order, false);
    scanned_.assign(cover_.cliques(), 0);
    speaker_.assign(cover_.cliques(), none);
}

Decomposition Geography::decompose(const VertexSet& present, const VertexSet& candidates, Control& control) {
    assert(64 * present.size() >= static_cast<std::size_t>(order()) && candidates.size() == present.size());
    control.check();
    present_.clear();
    std::ranges::fill(label_, Label::absent);
    for (int vertex = 0; vertex < order(); ++vertex) {
        if (!(present[vertex >> 6] >> (vertex & 63) & 1)) continue;
        present_.push_back(vertex);
        label_[vertex] = Label::unseen;
        mate_[vertex] = none;
    }
    match_greedily(control);
    while (search(control)) {
    }
    return decomposition(candidates);
}

// From the smallest clique to the largest, pairs up what is left of each. Of an odd number
// the one stays alone that has the largest clique still to come, and with it the best chance.
void Geography::match_greedily(Control& control) {
    std::vector<int>& alone = queue_;
    const auto largest_clique = [&](int vertex) { return cover_.cliques_of(vertex).back(); };
    for (int clique = 0; clique < cover_.cliques(); ++clique) {
        if (clique % 256 == 0) control.check();
        alone.clear();
        for (int vertex : cover_.members(clique))
            if (label_[vertex] != Label::absent && mate_[vertex] == none) alone.push_back(vertex);
        if (alone.size() % 2) alone.erase(std::ranges::max_element(alone, {}, largest_clique));
        for (std::size_t i = 0; i < alone.size(); i += 2) {
            mate_[alone[i]] = alone[i + 1];
            mate_[alone[i + 1]] = alone[i];
        }
    }
}

// One search from all unmatched vertices at once: grows a forest of alternating trees, in
// which outer vertices are at even distance from their root, and augments wherever two trees
// meet. A tree that was augmented is dead until the next search. Answers whether anything was
// augmented; if not, outer, inner and unseen are the three parts of the decomposition.
bool Geography::search(Control& control) {
    start_forest();
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        control.count_node();
        scan(queue_[next]);
    }
    return has_augmented_;
}

void Geography::start_forest() {
    has_augmented_ = false;
    visit_ = 0;
    queue_.clear();
    std::ranges::fill(scanned_, 0);
    std::ranges::fill(speaker_, none);
    for (int vertex : present_) {
        base_[vertex] = vertex;
        is_dead_[vertex] = false;
        visited_[vertex] = none;
        reached_from_[vertex] = none;
        label_[vertex] = mate_[vertex] == none ? Label::outer : Label::unseen;
        root_[vertex] = vertex;
        if (mate_[vertex] == none) queue_.push_back(vertex);
    }
}

// Every clique is walked once in a search, by whoever comes first, and on by the next one if
// that tree dies. After that an outer vertex has only to meet the clique's speaker.
void Geography::scan(int vertex) {
    for (int clique : cover_.cliques_of(vertex)) {
        if (is_dead_[root_[vertex]]) return;
        int& speaker = speaker_[clique];
        if (speaker == none || is_dead_[root_[speaker]])
            speaker = vertex;
        else if (!meet(vertex, speaker))
            return;
        const auto members = cover_.members(clique);
        for (int& next = scanned_[clique]; next < static_cast<int>(members.size());) {
            const int other = members[next++];
            if (label_[other] == Label::unseen)
                adopt(vertex, other);
            else if (label_[other] == Label::outer && !meet(vertex, other))
                return;
        }
    }
}

// Two joined outer vertices close an odd cycle, or link two trees to an augmenting path.
// Answers whether the tree of ``vertex`` lives on.
bool Geography::meet(int vertex, int other) {
    if (is_dead_[root_[other]]) return true;
    if (root_[vertex] == root_[other]) {
        if (base_of(vertex) != base_of(other)) shrink(vertex, other);
        return true;
    }
    augment(vertex, other);
    return false;
}

void Geography::adopt(int vertex, int child) {
    const int grandchild = mate_[child];
    assert(label_[vertex] == Label::outer && grandchild != none);  // what is alone is a root
    label_[child] = Label::inner;
    label_[grandchild] = Label::outer;
    root_[child] = root_[grandchild] = root_[vertex];
    reached_from_[child] = vertex;
    queue_.push_back(grandchild);
}

// Blossoms are sets with a base, kept as paths to it that are halved when walked.
int Geography::base_of(int vertex) {
    assert(vertex != none);
    while (base_[vertex] != vertex) vertex = base_[vertex] = base_[base_[vertex]];
    return vertex;
}

void Geography::shrink(int vertex, int other) {
    const int base = common_base(vertex, other);
    shrink_side(vertex, other, base);
    shrink_side(other, vertex, base);
}

void Geography::shrink_side(int vertex, int other, int base) {
    while (base_of(vertex) != base) {
        reached_from_[vertex] = other;
        other = mate_[vertex];
        if (label_[other] == Label::inner) {
            label_[other] = Label::outer;
            queue_.push_back(other);
        }
        for (int shrunk : {vertex, other})
            if (base_[shrunk] == shrunk) base_[shrunk] = base;
        vertex = reached_from_[other];
    }
}

// Steps up from both vertices by turns, so that the walk is no longer than what it shrinks.
int Geography::common_base(int vertex, int other) {
    assert(root_[vertex] == root_[other]);
    ++visit_;
    for (int a = base_of(vertex), b = base_of(other);; std::swap(a, b)) {
        if (a == none) continue;
        if (visited_[a] == visit_) return a;
        visited_[a] = visit_;
        a = base_above(a);
    }
}

// The base of the next blossom on the way to the root, or none at the root.
int Geography::base_above(int vertex) { return mate_[vertex] == none ? none : base_of(reached_from_[mate_[vertex]]); }

void Geography::augment(int vertex, int other) {
    has_augmented_ = true;
    is_dead_[root_[vertex]] = is_dead_[root_[other]] = true;
    flip(vertex, other);
    flip(other, vertex);
}

// Gives ``vertex`` a new partner, and its old one the next on the way to the root.
void Geography::flip(int vertex, int partner) {
    for (;;) {
        const int left = std::exchange(mate_[vertex], partner);
        if (left == none) return;
        vertex = reached_from_[left];
        mate_[left] = vertex;
        partner = left;
    }
}

// Of the candidates that can be missed the one with the fewest neighbours, about: the fewer
// there are, the easier it is to see that missing it wins. The first of several.
int Geography::easiest_to_miss(const VertexSet& candidates) {
    std::vector<int> sizes(cover_.cliques());
    for (int vertex : present_)
        for (int clique : cover_.cliques_of(vertex)) ++sizes[clique];
    int easiest = none, fewest = 0;
    for (int vertex : present_) {
        if (label_[vertex] != Label::outer || !(candidates[vertex >> 6] >> (vertex & 63) & 1)) continue;
        int neighbours = 0;
        for (int clique : cover_.cliques_of(vertex)) neighbours += sizes[clique] - 1;
        if (easiest != none && neighbours >= fewest) continue;
        easiest = vertex;
        fewest = neighbours;
    }
    return easiest;
}

Decomposition Geography::decomposition(const VertexSet& candidates) {
    Decomposition found{VertexSet(candidates.size()), VertexSet(candidates.size()), easiest_to_miss(candidates), {}};
    for (int vertex : present_) {
        const auto bit = std::uint64_t{1} << (vertex & 63);
        if (label_[vertex] == Label::outer) found.missable[vertex >> 6] |= bit;
        if (label_[vertex] == Label::inner) found.barrier[vertex >> 6] |= bit;
    }
    // Turns the matching into one of the same size.
    if (found.missed != none) flip(found.missed, none);
    for (int vertex : present_)
        if (vertex < mate_[vertex]) found.pairs.emplace_back(vertex, mate_[vertex]);
    return found;
}

}  // namespace commonfactor
