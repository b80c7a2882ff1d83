#include "playout.hpp"

#include "batch_boards.hpp"

namespace commonfactor {
namespace {

template <class Board>
class PlayoutOn final : public Playout {
   public:
    template <class Rules>
    PlayoutOn(const Rules& rules, const Actions& opening, bool observes)
        : board_(std::make_shared<const Board>(rules)),
          start_(std::make_shared<const Course<Board>>(*board_, opening)),
          observes_(observes) {
        if (observes_) {
            sights_.observation.resize(2 * board_->observation_length());
            sights_.mask.resize(2 * board_->actions());
        }
        PlayoutOn::restart();
    }

    std::unique_ptr<Playout> copy() const override { return std::make_unique<PlayoutOn>(*this); }

    void restart() override {
        game_ = *start_;
        sights_.actions.clear();
        if (observes_) show();
    }

    bool play(int action) override {
        if (action < 0 || action >= board_->actions() || !game_.legal.has(action)) return false;
        game_.play(*board_, action);
        if (observes_) {
            sights_.actions.push_back(action);
            show();
        }
        return true;
    }

    void stop() override {
        game_.legal = {};
        if (observes_) show();
    }

    bool over() const override { return game_.legal.empty(); }
    int player() const override { return game_.player; }
    int legal_count() const override { return game_.legal.count(); }
    void list_legal(std::uint16_t* to) const override {
        game_.legal.each([&](int action) { *to++ = static_cast<std::uint16_t>(action); });
    }

   private:
    void show() {
        const int length = board_->observation_length(), actions = board_->actions();
        for (int player : {0, 1}) {
            const bool is_next = player == game_.player;
            *board_->observe(game_.position, player, sights_.observation.data() + player * length) = is_next;
            write_set(is_next ? game_.legal : typename Board::Set{}, actions, sights_.mask.data() + player * actions);
        }
    }

    // What all copies have in common.
    std::shared_ptr<const Board> board_;
    std::shared_ptr<const Course<Board>> start_;
    bool observes_;
    Course<Board> game_;
};

}  // namespace

std::unique_ptr<Playout> Playout::of(const Taking& rules, const Actions& opening, bool observes) {
    return narrowest<Playout, PlayoutOn, TakingBoard>(rules, opening, observes);
}

std::unique_ptr<Playout> Playout::of(const Descending& rules, const Actions& opening, bool observes) {
    return narrowest<Playout, PlayoutOn, DescendingBoard>(rules, opening, observes);
}

}  // namespace commonfactor
