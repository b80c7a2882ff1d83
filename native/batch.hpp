// Many games of one setup, stepped at once.
//
// What the games are comes from outside, as sets and lists; nothing here knows a number. Two
// players move in turn, who cannot move loses, and so does whoever tries an action that is not
// legal. All that Python sees is written to arrays that stay where they are, and nothing is ever
// read back from them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bits.hpp"

namespace commonfactor {

// As with vertices, a build for fewer compiles fewer widths.
#ifndef COMMONFACTOR_MOST_ACTIONS
#define COMMONFACTOR_MOST_ACTIONS 4096
#endif
constexpr int most_actions = COMMONFACTOR_MOST_ACTIONS;
constexpr int most_pieces = 8;

using Actions = std::vector<std::int32_t>;

// Where a game starts that does not start as all others.
struct Beginning {
    int player = 0;  // who moves first
    bool may_be_over = false;
};

// Places are taken one by one; an action is a place. What may follow a place binds one player:
// the opponent of who took it, or who took it; and for the next move, or for all later ones.
struct Taking {
    VertexSet first;                   // what the first action of a game may be
    std::vector<VertexSet> swept;      // by place: what is taken with it, itself included
    std::vector<VertexSet> followers;  // by place: what may follow it
    bool binds_opponent;
    bool binds_for_good;
    VertexSet left;                   // the places that are there at the start
    std::array<Actions, 2> limits{};  // by player: the places taken before the start that bind them
    Beginning beginning{};
};

struct Arc {
    int action;
    int target;
};

// Pieces stand on nodes, and an action moves one of them along an arc, always to a lower node.
struct Descending {
    std::vector<int> pieces;             // the nodes they start from
    std::vector<std::vector<Arc>> arcs;  // by node, ascending by action
    std::vector<int> marks;              // by action: as which mark it is remembered
    int mark_count;
    Beginning beginning{};
};

struct Terms {
    int games;
    Actions opening;  // what every game begins with
    std::uint64_t seed;
    bool restarts;  // whether a game that ends makes room for a new one at once
    bool observes;  // whether observations are written
};

// One row per game. Seats are 1 and 2, as outside.
struct Outputs {
    std::vector<std::uint8_t> mask;        // one entry per action, 1 iff it is legal
    std::vector<std::int8_t> observation;  // as who is to move sees it
    std::vector<std::uint8_t> to_move;
    std::vector<std::uint8_t> done;       // whether the game is over, or, if it restarts, was ended by the last step
    std::vector<std::uint8_t> winner;     // of the game that is done, else 0
    std::vector<std::uint8_t> forfeited;  // whether it was ended by an action that was not legal
    std::vector<std::int8_t> rewards;     // two entries, one per seat, of the last step alone
};

class Batch {
   public:
    static constexpr int most_games = 1 << 20;
    static constexpr int no_action = -1;

    // These throw std::invalid_argument if something is out of range.
    static std::unique_ptr<Batch> of(const Taking& rules, const Terms& terms);
    static std::unique_ptr<Batch> of(const Descending& rules, const Terms& terms);

    virtual ~Batch() = default;

    // The same games, to be played on independently.
    virtual std::unique_ptr<Batch> copy() const = 0;

    virtual void reset() = 0;

    // One action per game; that of a game that is over is not looked at. Whatever is no action at
    // all counts as illegal.
    virtual void step(std::span<const std::int32_t> actions) = 0;

    // A legal action for each game, all equally likely; ``no_action`` for one that is over.
    virtual void draw(std::span<std::int32_t> actions) = 0;

    // The first game that goes on and whose action is none at all, or, if asked, not legal; -1 if there is none.
    virtual int first_refused(std::span<const std::int32_t> actions, bool illegal_too) const = 0;

    int games() const { return games_; }
    const Outputs& outputs() const { return outputs_; }

   protected:
    explicit Batch(int games) : games_(games) {}
    Batch(const Batch&) = default;

    int games_;
    Outputs outputs_;
};

}  // namespace commonfactor
