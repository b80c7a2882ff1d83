#include "batch.hpp"

#include <bit>
#include <cassert>

#include "batch_boards.hpp"
#include "batch_chance.hpp"

namespace commonfactor {
namespace {

// The member of a set with so many members below it.
template <int W>
int member(const Bits<W>& set, int below) {
    assert(0 <= below && below < set.count());
    int i = 0;
    for (int count; below >= (count = std::popcount(set.words[i])); ++i) below -= count;
    auto word = set.words[i];
    for (; below > 0; --below) word &= word - 1;
    return 64 * i + std::countr_zero(word);
}

template <class Board>
class BatchOn final : public Batch {
   public:
    template <class Rules>
    BatchOn(const Rules& rules, const Terms& terms)
        : Batch(terms.games),
          board_(rules),
          start_{{board_, terms.opening}, false},
          restarts_(terms.restarts),
          chance_(terms.seed),
          table_(terms.games, start_) {
        check(!start_.legal.empty(), "the games of a batch start with a move");
        const auto games = static_cast<std::size_t>(terms.games);
        outputs_.mask.resize(games * board_.actions());
        if (terms.observes) outputs_.observation.resize(games * board_.observation_length());
        for (auto* column : {&outputs_.to_move, &outputs_.done, &outputs_.winner, &outputs_.forfeited})
            column->resize(games);
        outputs_.rewards.resize(2 * games);
        reset();
    }

    std::unique_ptr<Batch> copy() const override { return std::make_unique<BatchOn>(*this); }

    void reset() override {
        for (auto& game : table_) game = start_;
        for (int i = 0; i < games_; ++i) {
            conclude(i, false, false);
            show(i);
        }
    }

    void step(std::span<const std::int32_t> actions) override {
        assert(actions.size() == table_.size());
        for (int i = 0; i < games_; ++i) {
            Game& game = table_[i];
            if (game.over) {
                outputs_.rewards[2 * i] = outputs_.rewards[2 * i + 1] = 0;
                continue;
            }
            const bool legal = is_legal(game, actions[i]);
            if (legal) game.play(board_, actions[i]);
            const bool over = !legal || game.legal.empty();
            conclude(i, over, !legal);
            if (over) end(game);
            show(i);
        }
    }

    void draw(std::span<std::int32_t> actions) override {
        assert(actions.size() == table_.size());
        for (int i = 0; i < games_; ++i) {
            const auto& legal = table_[i].legal;
            const int count = legal.count();
            actions[i] = count ? member(legal, chance_.below(count)) : no_action;
        }
    }

    int first_refused(std::span<const std::int32_t> actions, bool illegal_too) const override {
        assert(actions.size() == table_.size());
        for (int i = 0; i < games_; ++i)
            if (!table_[i].over && !(illegal_too ? is_legal(table_[i], actions[i]) : is_possible(actions[i]))) return i;
        return -1;
    }

   private:
    struct Game : Course<Board> {
        bool over;
    };

    void end(Game& game) const {
        if (restarts_) {
            game = start_;
            return;
        }
        game.legal = {};
        game.over = true;
    }

    // Who is to move when a game is over has lost: for want of a move, or by one that was not legal.
    void conclude(int i, bool over, bool illegal) {
        const int loser = table_[i].player;
        outputs_.done[i] = over;
        outputs_.forfeited[i] = illegal;
        outputs_.winner[i] = static_cast<std::uint8_t>(over ? 2 - loser : 0);
        outputs_.rewards[2 * i + loser] = static_cast<std::int8_t>(-over);
        outputs_.rewards[2 * i + 1 - loser] = over;
    }

    void show(int i) {
        const Game& game = table_[i];
        outputs_.to_move[i] = static_cast<std::uint8_t>(game.player + 1);
        write_set(game.legal, board_.actions(), outputs_.mask.data() + std::size_t(i) * board_.actions());
        if (outputs_.observation.empty()) return;
        auto* row = outputs_.observation.data() + std::size_t(i) * board_.observation_length();
        *board_.observe(game.position, game.player, row) = 1;
    }

    bool is_possible(std::int32_t action) const { return 0 <= action && action < board_.actions(); }
    bool is_legal(const Game& game, std::int32_t action) const { return is_possible(action) && game.legal.has(action); }

    Board board_;
    Game start_;
    bool restarts_;
    Chance chance_;
    std::vector<Game> table_;
};

template <template <int> class Board, class Rules>
std::unique_ptr<Batch> batch_of(const Rules& rules, const Terms& terms) {
    check(1 <= terms.games && terms.games <= Batch::most_games, "a batch has too few or too many games");
    return narrowest<Batch, BatchOn, Board>(rules, terms);
}

}  // namespace

std::unique_ptr<Batch> Batch::of(const Taking& rules, const Terms& terms) {
    return batch_of<TakingBoard>(rules, terms);
}

std::unique_ptr<Batch> Batch::of(const Descending& rules, const Terms& terms) {
    return batch_of<DescendingBoard>(rules, terms);
}

}  // namespace commonfactor
