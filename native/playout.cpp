#include "playout.hpp"

#include "batch_boards.hpp"

namespace commonfactor {
namespace {

template <class Board>
class PlayoutOn final : public Playout {
   public:
    template <class Rules>
    PlayoutOn(const Rules& rules, bool observes) : board_(std::make_shared<const Board>(rules)), observes_(observes) {
        if (observes_) {
            sights_.observation.resize(2 * board_->observation_length());
            sights_.mask.resize(2 * board_->actions());
        }
        PlayoutOn::restart();
    }

    std::unique_ptr<Playout> copy() const override { return std::make_unique<PlayoutOn>(*this); }

    void restart() override {
        position_ = board_->start();
        legal_ = board_->first_actions();
        player_ = 0;
        if (observes_) show();
    }

    bool play(int action) override {
        if (action < 0 || action >= board_->actions() || !legal_.has(action)) return false;
        legal_ = board_->play(position_, player_, action);
        player_ = 1 - player_;
        if (observes_) show();
        return true;
    }

    void stop() override {
        legal_ = {};
        if (observes_) show();
    }

    bool over() const override { return legal_.empty(); }
    int legal_count() const override { return legal_.count(); }
    void list_legal(std::uint16_t* to) const override {
        legal_.each([&](int action) { *to++ = static_cast<std::uint16_t>(action); });
    }

   private:
    void show() {
        const int length = board_->observation_length(), actions = board_->actions();
        for (int player : {0, 1}) {
            const bool is_next = player == player_;
            *board_->observe(position_, player, sights_.observation.data() + player * length) = is_next;
            write_set(is_next ? legal_ : typename Board::Set{}, actions, sights_.mask.data() + player * actions);
        }
    }

    std::shared_ptr<const Board> board_;  // what all copies have in common
    bool observes_;
    Board::Position position_;
    Board::Set legal_;
};

}  // namespace

std::unique_ptr<Playout> Playout::of(const Taking& rules, bool observes) {
    return narrowest<Playout, PlayoutOn, TakingBoard>(rules, observes);
}

std::unique_ptr<Playout> Playout::of(const Descending& rules, bool observes) {
    return narrowest<Playout, PlayoutOn, DescendingBoard>(rules, observes);
}

}  // namespace commonfactor
