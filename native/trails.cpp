// Memoised search for Partizan Geography.
//
// More exits never hurt their owner: whatever was won without an exit is won by ignoring it.
// So what is proved of one position holds for others with the same unvisited set. A win rests
// on one move and holds for all larger exits of the mover that contain it and all smaller
// exits of the other; a loss rests on the replies that refute the moves and holds as long as
// the other player has these and the mover no further moves. The table keeps such facts.

#include "trails.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "trails_board.hpp"
#include "trails_paths.hpp"
#include "widths.hpp"

namespace commonfactor {
namespace {

using trails::Board;
using trails::Labels;
using trails::Paths;
using trails::Position;
using trails::StandardForm;

// The answer to "which move wins?" where none does.
constexpr int lost = -1;

// What is proved, by unvisited set, on numbered pages: page 0, 1, ... up to the first that is
// not full. If the table forgets a page, those behind it are out of sight until it is full again.
template <int W>
class Facts {
   public:
    void grant(std::size_t most_bytes) { table_.grant(most_bytes); }
    std::size_t bytes() const noexcept { return table_.bytes(); }

    // The winning move, or ``lost``, if some fact covers the position.
    std::optional<int> find(const Position<W>& position) const {
        for (std::uint64_t number = 0; number < most_pages; ++number) {
            const auto page = table_.find(key_of(position.unvisited, number));
            if (!page) break;
            for (int i = 0; i < page->count; ++i)
                if (page->fact(i).covers(position)) return page->fact(i).wins ? page->mover[i].lowest() : lost;
            if (page->count < facts_per_page) break;
        }
        return std::nullopt;
    }

    // The same move wins when the other player has the exit it takes, or has not.
    void store_win(const Position<W>& position, int move) {
        assert(position.mover.has(move));
        Fact fact{{}, position.other, true};
        fact.mover.add(move);
        fact.other.add(move);
        store(position.unvisited, fact);
    }

    // ``replies`` contains, for every move of the mover, one that refutes it.
    void store_loss(const Position<W>& position, const Bits<W>& replies) {
        assert(replies.within(position.other));
        store(position.unvisited, {position.mover, replies, false});
    }

   private:
    static constexpr int facts_per_page = 4;
    static constexpr std::uint64_t most_pages = 64;

    struct Fact {
        Bits<W> mover;
        Bits<W> other;
        bool wins;

        bool covers(const Position<W>& position) const {
            return wins ? mover.within(position.mover) && position.other.within(other)
                        : position.mover.within(mover) && other.within(position.other);
        }
        bool implies(const Fact& fact) const { return wins == fact.wins && covers({{}, fact.mover, fact.other}); }
    };
    struct Page {
        std::array<Bits<W>, facts_per_page> mover;
        std::array<Bits<W>, facts_per_page> other;
        std::array<bool, facts_per_page> wins;
        std::uint8_t count = 0;

        Fact fact(int i) const {
            assert(0 <= i && i < count);
            return {mover[i], other[i], wins[i]};
        }

        // Takes the place of a fact that says less, or a free one, if there is any.
        bool put(const Fact& fact, bool whatever_it_takes) {
            int place = 0;
            while (place < count && !fact.implies(this->fact(place))) ++place;
            if (place == facts_per_page) {
                if (!whatever_it_takes) return false;
                place = 0;
            }
            mover[place] = fact.mover;
            other[place] = fact.other;
            wins[place] = fact.wins;
            count = static_cast<std::uint8_t>(std::max<int>(count, place + 1));
            return true;
        }
    };
    using Key = TableKey<W + 1>;

    static Key key_of(const Bits<W>& unvisited, std::uint64_t page) {
        Key key;
        std::copy_n(unvisited.words.begin(), W, key.begin());
        key[W] = page;
        return key;
    }

    void store(const Bits<W>& unvisited, const Fact& fact) {
        for (std::uint64_t number = 0;; ++number) {
            const Key key = key_of(unvisited, number);
            Page page = table_.find(key).value_or(Page{});
            if (!page.put(fact, number + 1 == most_pages)) continue;
            table_.store(key, page);
            return;
        }
    }

    ExactTable<W + 1, Page> table_;
};

// The replies that refute every move of a lost position.
template <int W>
struct Refutation {
    Bits<W> redundant;  // moves that are not tried, as a twin of theirs is no worse
    Bits<W> replies;

    // What refutes a move also refutes its redundant twins, but that a reply to the twin itself
    // becomes a reply to the vertex of the move.
    void add(const Position<W>& position, int move, int reply) {
        replies.add(reply);
        if (redundant.has(reply) && position.other.has(move)) replies.add(move);
    }
};

template <int W>
class Solver final : public Trails {
   public:
    Solver(const Graph& graph, const std::vector<Interchangeable>& symmetries)
        : board_(graph), form_(board_, symmetries), paths_(board_, form_) {}

    bool mover_wins(const VertexSet& unvisited, int mover, int other, Control& control) override {
        grant(control);
        const auto set = Bits<W>::of(unvisited);
        Level& root = level(0);
        root.position = {set, exits(mover, set), exits(other, set)};
        const auto answer = settle(root, control);
        return answer.value_or(lost) != lost || (!answer && search(0, control) != lost);
    }

    std::vector<int> longest_path(const VertexSet& unvisited, int token, Control& control) override {
        grant(control);
        auto rest = Bits<W>::of(unvisited);
        auto next = exits(token, rest);
        std::vector<int> path;
        for (int length = paths_.longest(rest, next, control); length > 0; --length) {
            path.push_back(paths_.first_step(length, rest, next, control));
            rest.remove(path.back());
            next = board_.neighbours(path.back()) & rest;
        }
        return path;
    }

    std::size_t table_bytes() const override { return facts_.bytes() + paths_.bytes(); }

   private:
    struct Move {
        int score;
        int vertex;

        friend auto operator<=>(const Move&, const Move&) = default;
    };
    // What the search keeps for each move that was made, outside the stack, which a game of
    // thousands of moves would overflow.
    struct Level {
        Position<W> position;
        Labels<W> labels;  // which vertex of the level above each vertex is
        std::vector<Move> moves;
    };

    // Paths are few beside positions, and cheaper to find again.
    void grant(const Control& control) {
        paths_.grant(control.most_bytes() / 4);
        facts_.grant(control.most_bytes() - control.most_bytes() / 4);
    }

    Bits<W> exits(int token, const Bits<W>& unvisited) const {
        assert(token == nowhere || !unvisited.has(token));
        return token == nowhere ? unvisited : board_.neighbours(token) & unvisited;
    }

    Level& level(int depth) {
        while (static_cast<int>(levels_.size()) <= depth) levels_.emplace_back();
        return levels_[depth];
    }

    // The winning move, or ``lost``, for the mover of an open position in standard form.
    int search(int depth, Control& control) {
        Level& here = level(depth);
        const Position<W>& position = here.position;
        Refutation<W> refutation{redundant_moves(position), {}};
        here.moves.clear();
        // Every child is looked at before one is searched: often one is known to be lost.
        for (Bits<W> left = position.mover - refutation.redundant; !left.empty();) {
            const int move = left.lowest();
            left.remove(move);
            const auto reply = known_reply(depth, move, control);
            if (!reply)
                here.moves.push_back({score(level(depth + 1).position), move});
            else if (*reply == lost)
                return won(position, move);
            else
                refutation.add(position, move, *reply);
        }
        std::sort(here.moves.begin(), here.moves.end());
        for (const Move& move : here.moves) {
            const int reply = best_reply(depth, move.vertex, control);
            if (reply == lost) return won(position, move.vertex);
            refutation.add(position, move.vertex, reply);
        }
        facts_.store_loss(position, refutation.replies);
        return lost;
    }

    // The moves that are no better than the mover's move to a smaller vertex, a twin among the
    // unvisited ones. To swap the twins turns one move into the other, but for the other player's
    // exits: after the one move these may contain the twin that is left, after the other not. So
    // the smaller vertex must be such an exit if the larger is. In standard form it is, of twins.
    Bits<W> redundant_moves(const Position<W>& position) const {
        Bits<W> redundant;
        position.mover.each([&](int move) {
            Bits<W> twins = form_.partners(move) & position.mover;
            if (position.other.has(move)) twins &= position.other;
            for (twins -= redundant; !twins.empty(); twins.remove(twins.lowest()))
                if (!board_.tells_apart(move, twins.lowest(), position.unvisited)) return redundant.add(move);
        });
        return redundant;
    }

    int won(const Position<W>& position, int move) {
        facts_.store_win(position, move);
        return move;
    }

    // Few moves for the opponent first, then many for oneself.
    static int score(const Position<W>& child) { return child.mover.count() * most_vertices - child.other.count(); }

    // The reply that refutes a move, or ``lost``, if that is known without search. Otherwise the
    // position after the move is left in the level below, in standard form.
    std::optional<int> known_reply(int depth, int move, Control& control) {
        control.count_node();
        const Position<W>& from = level(depth).position;
        Level& below = level(depth + 1);
        Position<W>& to = below.position;
        to.unvisited = from.unvisited;
        to.unvisited.remove(move);
        to.mover = from.other;
        to.mover.remove(move);
        to.other = board_.neighbours(move) & to.unvisited;
        if (const auto reply = settle(below, control)) return reply;
        const auto reply = facts_.find(to);
        return reply && *reply != lost ? below.labels[*reply] : reply;
    }

    int best_reply(int depth, int move, Control& control) {
        if (const auto known = known_reply(depth, move, control)) return *known;
        const int reply = search(depth + 1, control);
        return reply == lost ? lost : level(depth + 1).labels[reply];
    }

    // The winning move, or ``lost``, if no search is needed. Otherwise leaves an equivalent
    // position in standard form.
    std::optional<int> settle(Level& at, Control& control) {
        Position<W>& position = at.position;
        if (position.mover.empty()) return lost;
        if (position.other.empty()) return position.mover.lowest();
        if (position.other.within(position.mover) && position.other.count() == 1) return position.other.lowest();
        drop_dead_ends(position);
        if (position.mover.empty()) return lost;
        const auto mine = board_.region(position.mover, position.unvisited);
        const auto theirs = board_.region(position.other, position.unvisited);
        if (!mine.meets(theirs)) return race(position, mine, theirs, control);
        position.unvisited = mine | theirs;
        form_.apply(position, at.labels);
        return std::nullopt;
    }

    // A token that enters a dead end is stuck, which loses unless the opponent is stuck too.
    // The mover cannot bring that about at once, or the position would be settled: its dead
    // ends are no use. Next turn, no exit of the mover is one of the dead ends of now, since it
    // will have left a vertex that is not their neighbour. So a dead end helps the other player
    // only by being there when the mover is stuck: one is enough, and none is needed beside
    // two other exits, of which the mover can take but one.
    void drop_dead_ends(Position<W>& position) const {
        const auto dead = board_.dead_ends(position.unvisited);
        if (dead.empty()) return;
        position.mover -= dead;
        const auto spare = position.other & dead;
        if (spare.empty()) return;
        position.other -= dead;
        if (position.other.count() < 2) position.other.add(spare.lowest());
    }

    // The tokens cannot meet: the longer path wins, and of equal ones the other player's.
    int race(const Position<W>& position, const Bits<W>& mine, const Bits<W>& theirs, Control& control) {
        int needed = 0;
        if (mine.count() <= theirs.count()) {
            const int longest = paths_.longest(mine, position.mover, control);
            if (paths_.at_least(longest, theirs, position.other, control)) return lost;
            needed = longest;
        } else {
            needed = paths_.longest(theirs, position.other, control) + 1;
            if (!paths_.at_least(needed, mine, position.mover, control)) return lost;
        }
        return paths_.first_step(needed, mine, position.mover, control);
    }

    Board<W> board_;
    StandardForm<W> form_;
    Paths<W> paths_;
    Facts<W> facts_;
    std::deque<Level> levels_;
};

}  // namespace

std::unique_ptr<Trails> Trails::of(const Graph& graph, const std::vector<Interchangeable>& symmetries) {
    return solver_for<Trails, Solver>(graph, symmetries);
}

}  // namespace commonfactor
