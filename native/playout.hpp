// One game of a setup that is played forward, move by move. If asked, it shows what each player
// sees, in rows that stay where they are.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "batch.hpp"

namespace commonfactor {

// One row per player, and what was played since the opening; empty unless it was asked for.
struct Sights {
    std::vector<std::int8_t> observation;
    std::vector<std::uint8_t> mask;  // one entry per action, 1 iff it is legal and the player is to move
    Actions actions;
};

class Playout {
   public:
    // These throw std::invalid_argument if something is out of range.
    static std::unique_ptr<Playout> of(const Taking& rules, const Actions& opening, bool observes);
    static std::unique_ptr<Playout> of(const Descending& rules, const Actions& opening, bool observes);

    virtual ~Playout() = default;

    virtual std::unique_ptr<Playout> copy() const = 0;
    virtual void restart() = 0;

    // Whether the action was legal; if not, nothing has changed.
    virtual bool play(int action) = 0;

    // Ends the game: who is to move has lost.
    virtual void stop() = 0;

    virtual bool over() const = 0;
    virtual int legal_count() const = 0;
    // Writes the legal actions, ascending; there is room for as many as there are.
    virtual void list_legal(std::uint16_t* to) const = 0;

    // Who is to move, or, when the game is over, who has lost: 0 or 1.
    virtual int player() const = 0;
    const Sights& sights() const { return sights_; }

   protected:
    Sights sights_;
};

}  // namespace commonfactor
