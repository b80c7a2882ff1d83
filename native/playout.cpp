#include "playout.hpp"

#include "batch_boards.hpp"

namespace commonfactor {
namespace {

template <class Board>
class PlayoutOn final : public Playout {
   public:
    template <class Rules>
    explicit PlayoutOn(const Rules& rules) : board_(std::make_shared<const Board>(rules)) {
        PlayoutOn::restart();
    }

    std::unique_ptr<Playout> copy() const override { return std::make_unique<PlayoutOn>(*this); }

    void restart() override {
        position_ = board_->start();
        legal_ = board_->first_actions();
        player_ = 0;
    }

    bool play(int action) override {
        if (action < 0 || action >= board_->actions() || !legal_.has(action)) return false;
        legal_ = board_->play(position_, player_, action);
        player_ = 1 - player_;
        return true;
    }

    bool over() const override { return legal_.empty(); }
    int legal_count() const override { return legal_.count(); }
    void list_legal(std::uint16_t* to) const override {
        legal_.each([&](int action) { *to++ = static_cast<std::uint16_t>(action); });
    }

   private:
    std::shared_ptr<const Board> board_;  // what all copies have in common
    typename Board::Position position_;
    typename Board::Set legal_;
};

}  // namespace

std::unique_ptr<Playout> Playout::of(const Taking& rules) { return narrowest<Playout, PlayoutOn, TakingBoard>(rules); }

std::unique_ptr<Playout> Playout::of(const Descending& rules) {
    return narrowest<Playout, PlayoutOn, DescendingBoard>(rules);
}

}  // namespace commonfactor
