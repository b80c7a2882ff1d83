// The two kinds of games that a batch is made of. A board is what all games of a batch have in
// common; a position is what one of them has for itself. Players are 0 and 1.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "batch.hpp"
#include "bits.hpp"

namespace commonfactor {
namespace {

// For every byte its bits as bytes, the lowest first.
constexpr auto spread_bits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> spread{};
    for (int byte = 0; byte < 256; ++byte)
        for (int bit = 0; bit < 8; ++bit) spread[byte][bit] = byte >> bit & 1;
    return spread;
}();

// Writes ``count`` entries, 1 for the members of a set, and returns what comes after them.
template <int W, class Entry>
Entry* write_set(const Bits<W>& set, int count, Entry* to) {
    assert(0 <= count && count <= 64 * W);
    int from = 0;
    const auto entries = [&] { return spread_bits[set.words[from >> 6] >> (from & 63) & 0xff].data(); };
    for (; from + 8 <= count; from += 8) std::memcpy(to + from, entries(), 8);
    if (from < count) std::memcpy(to + from, entries(), count - from);
    return to + count;
}

// Writes ``count`` entries, 1 for the one chosen, if any.
inline std::int8_t* write_choice(int chosen, int count, std::int8_t* to) {
    assert(chosen < count);
    std::memset(to, 0, count);
    if (chosen >= 0) to[chosen] = 1;
    return to + count;
}

inline void check(bool holds, const char* otherwise) {
    if (!holds) throw std::invalid_argument(otherwise);
}

template <int W>
class TakingBoard {
   public:
    using Set = Bits<W>;

    struct Position {
        Set left;
        std::array<Set, 2> open;   // what else the moves so far leave to each player
        std::array<Set, 2> taken;  // by each player's moves
        std::array<int, 2> last{-1, -1};
    };

    explicit TakingBoard(const Taking& rules)
        : first_(Set::of(rules.first)),
          swept_(sets_of(rules.swept)),
          followers_(sets_of(rules.followers)),
          binds_opponent_(rules.binds_opponent),
          binds_for_good_(rules.binds_for_good),
          beginning_(rules.beginning) {
        Set all;
        for (int place = 0; place < actions(); ++place) all.add(place);
        start_.left = Set::of(rules.left);
        start_.open = {all, all};
        check(swept_.size() == followers_.size(), "there are as many followers as places");
        check(start_.left.within(all) && first_.within(start_.left), "a game starts from one of its places");
        check(beginning_.may_be_over || !first_.empty(), "a game starts from one of its places");
        for (int place = 0; place < actions(); ++place)
            check(swept_[place].has(place), "a place is taken with what it takes");
        for (int player : {0, 1})
            for (int place : rules.limits[player]) add_limit(player, place);
    }

    static int actions_of(const Taking& rules) { return static_cast<int>(rules.swept.size()); }
    int actions() const { return static_cast<int>(swept_.size()); }
    int observation_length() const { return 5 * actions() + 1; }

    const Position& start() const { return start_; }
    const Set& first_actions() const { return first_; }
    const Beginning& beginning() const { return beginning_; }

    // Returns the legal actions of the player who is next.
    Set play(Position& position, int player, int action) const {
        assert(position.left.has(action));
        const Set taken = position.left & swept_[action];
        position.left -= taken;
        position.taken[player] |= taken;
        position.last[player] = action;
        bind(position, binds_opponent_ ? 1 - player : player, action);
        return position.left & position.open[1 - player];
    }

    std::int8_t* observe(const Position& position, int player, std::int8_t* to) const {
        const int count = actions();
        to = write_set(position.left, count, to);
        for (int whose : {player, 1 - player}) to = write_choice(position.last[whose], count, to);
        for (int whose : {player, 1 - player}) to = write_set(position.taken[whose], count, to);
        return to;
    }

   private:
    void bind(Position& position, int player, int place) const {
        Set& open = position.open[player];
        open = binds_for_good_ ? open & followers_[place] : followers_[place];
    }

    // Lets a game start with a place that was taken before and binds a player. Which of several was
    // the last is not known.
    void add_limit(int player, int place) {
        check(0 <= place && place < actions(), "what binds a player is a place");
        const int taker = binds_opponent_ ? 1 - player : player;
        start_.taken[taker].add(place);
        if (!binds_for_good_) start_.last[taker] = place;
        bind(start_, player, place);
    }

    static std::vector<Set> sets_of(const std::vector<VertexSet>& sets) {
        std::vector<Set> made;
        made.reserve(sets.size());
        for (const auto& set : sets) made.push_back(Set::of(set));
        return made;
    }

    Set first_;
    std::vector<Set> swept_, followers_;
    bool binds_opponent_, binds_for_good_;
    Position start_;
    Beginning beginning_;
};

template <int W>
class DescendingBoard {
   public:
    using Set = Bits<W>;

    struct Position {
        std::array<std::uint16_t, most_pieces> pieces{};
        std::array<int, 2> last{-1, -1};
    };

    explicit DescendingBoard(const Descending& rules)
        : piece_count_(static_cast<int>(rules.pieces.size())),
          marks_(rules.marks),
          mark_count_(rules.mark_count),
          beginning_(rules.beginning) {
        check(piece_count_ <= most_pieces, "there are too many pieces");
        check(rules.arcs.size() <= 1 << 16 && mark_count_ <= 1 << 16, "there are too many nodes or marks");
        for (int mark : marks_) check(0 <= mark && mark < mark_count_, "an action has a mark that is none");
        for (const auto& arcs : rules.arcs) add_node(arcs);
        for (int i = 0; i < piece_count_; ++i) {
            check(0 <= rules.pieces[i] && rules.pieces[i] < nodes(), "a piece stands on no node");
            start_.pieces[i] = static_cast<std::uint16_t>(rules.pieces[i]);
        }
        first_ = legal_actions(start_);
        check(beginning_.may_be_over || !first_.empty(), "a game starts with a move");
    }

    static int actions_of(const Descending& rules) { return static_cast<int>(rules.marks.size()); }
    int actions() const { return static_cast<int>(marks_.size()); }
    int observation_length() const { return nodes() + 2 * mark_count_ + 1; }

    const Position& start() const { return start_; }
    const Set& first_actions() const { return first_; }
    const Beginning& beginning() const { return beginning_; }

    Set play(Position& position, int player, int action) const {
        assert(legal_actions(position).has(action));
        for (int i = 0; i < piece_count_; ++i) {
            auto& piece = position.pieces[i];
            if (!leaving_[piece].has(action)) continue;
            piece = static_cast<std::uint16_t>(target(piece, action));
            break;
        }
        position.last[player] = marks_[action];
        return legal_actions(position);
    }

    std::int8_t* observe(const Position& position, int player, std::int8_t* to) const {
        std::memset(to, 0, nodes());
        for (int i = 0; i < piece_count_; ++i) ++to[position.pieces[i]];
        to += nodes();
        for (int whose : {player, 1 - player}) to = write_choice(position.last[whose], mark_count_, to);
        return to;
    }

   private:
    int nodes() const { return static_cast<int>(leaving_.size()); }

    void add_node(const std::vector<Arc>& arcs) {
        Set leaving;
        int previous = -1;
        for (const Arc& arc : arcs) {
            check(previous < arc.action && arc.action < actions(), "arcs ascend by action");
            check(0 <= arc.target && arc.target < nodes(), "an arc leads to a lower node");
            leaving.add(previous = arc.action);
        }
        leaving_.push_back(leaving);
        arcs_.push_back(arcs);
    }

    int target(int node, int action) const {
        const auto& arcs = arcs_[node];
        assert(leaving_[node].has(action));
        return std::lower_bound(arcs.begin(), arcs.end(), action,
                                [](const Arc& arc, int sought) { return arc.action < sought; })
            ->target;
    }

    Set legal_actions(const Position& position) const {
        Set legal;
        for (int i = 0; i < piece_count_; ++i) legal |= leaving_[position.pieces[i]];
        return legal;
    }

    int piece_count_;
    std::vector<int> marks_;
    int mark_count_;
    std::vector<Set> leaving_;
    std::vector<std::vector<Arc>> arcs_;
    Position start_;
    Set first_;
    Beginning beginning_;
};

// A game on a board, from its opening on.
template <class Board>
struct Course {
    Board::Position position;
    Board::Set legal;
    int player = 0;  // who is to move, or, when the game is over, who has lost

    Course() = default;

    Course(const Board& board, const Actions& opening)
        : position(board.start()), legal(board.first_actions()), player(board.beginning().player) {
        for (const int action : opening) {
            check(0 <= action && action < board.actions() && legal.has(action), "an opening has legal actions");
            play(board, action);
        }
        check(opening.empty() || !legal.empty(), "a game goes on after its opening");
    }

    void play(const Board& board, int action) {
        legal = board.play(position, player, action);
        player = 1 - player;
    }
};

// What is made on the board with the narrowest of some widths that has a bit for every action.
template <class Made, template <class> class MadeOn, template <int> class Board, int Words, int... Wider, class Rules,
          class... More>
std::unique_ptr<Made> narrowest_of(const Rules& rules, const More&... more) {
    if constexpr (64 * Words < most_actions)
        if (Board<Words>::actions_of(rules) > 64 * Words)
            return narrowest_of<Made, MadeOn, Board, Wider...>(rules, more...);
    return std::make_unique<MadeOn<Board<Words>>>(rules, more...);
}

template <class Made, template <class> class MadeOn, template <int> class Board, class Rules, class... More>
std::unique_ptr<Made> narrowest(const Rules& rules, const More&... more) {
    check(Board<1>::actions_of(rules) <= most_actions, "there are too many actions");
    return narrowest_of<Made, MadeOn, Board, 1, 2, 4, 8, 16, 32, 64>(rules, more...);
}

}  // namespace
}  // namespace commonfactor
