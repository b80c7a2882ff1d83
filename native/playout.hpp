// One game of a setup that is played forward, move by move.

#pragma once

#include <cstdint>
#include <memory>

#include "batch.hpp"

namespace commonfactor {

class Playout {
   public:
    // These throw std::invalid_argument if something is out of range.
    static std::unique_ptr<Playout> of(const Taking& rules);
    static std::unique_ptr<Playout> of(const Descending& rules);

    virtual ~Playout() = default;

    virtual std::unique_ptr<Playout> copy() const = 0;
    virtual void restart() = 0;

    // Whether the action was legal; if not, nothing has changed.
    virtual bool play(int action) = 0;

    virtual bool over() const = 0;
    virtual int legal_count() const = 0;
    // Writes the legal actions, ascending; there is room for as many as there are.
    virtual void list_legal(std::uint16_t* to) const = 0;

    // Who is to move, or, when the game is over, who has lost: 0 or 1.
    int player() const { return player_; }

   protected:
    int player_ = 0;
};

}  // namespace commonfactor
