// An exact table with full keys and bounded memory.
//
// What is found was stored under exactly this key: there are no fingerprints, so an entry can
// be missing but never wrong. A key is looked for in a short window of slots that starts
// where its hash points. When the window is full, the segment doubles; segments are many and
// grow one by one, so that no insertion waits for the whole table to move. When the memory
// that was granted is used up, a new entry takes the place of an old one in its window. A
// search that uses the table must therefore treat it as a memory that may forget.
//
// Slot: key, value. The key that is all zeros marks an empty slot and cannot be stored.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace commonfactor {

template <int Words>
using TableKey = std::array<std::uint64_t, Words>;

template <int KeyWords, class Value>
class ExactTable {
   public:
    using Key = TableKey<KeyWords>;

    // How many bytes the table may use from now on. A table that has more already is emptied.
    void grant(std::size_t most_bytes) {
        most_bytes_ = most_bytes;
        if (bytes() > most_bytes) clear();
    }

    void clear() {
        for (auto& segment : segments_) segment = Segment{};
        bytes_.store(0, std::memory_order_relaxed);
    }

    // May be called from any thread, while another one searches.
    std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

    std::optional<Value> find(const Key& key) const {
        assert(!is_empty(key));
        const auto hash = hash_of(key);
        const Segment& segment = segments_[hash % segment_count];
        if (!segment.slots) return std::nullopt;
        for (std::size_t i = 0; i < window; ++i) {
            const Slot& slot = segment.at(hash, i);
            if (same(slot.key, key)) return slot.value;
            if (is_empty(slot.key)) return std::nullopt;
        }
        return std::nullopt;
    }

    void store(const Key& key, const Value& value) {
        assert(!is_empty(key));
        const auto hash = hash_of(key);
        Segment& segment = segments_[hash % segment_count];
        while (!put(segment, hash, key, value)) {
            if (grow(segment)) continue;
            // Which of the window's entries goes is left to bits that play no other part.
            if (segment.slots) segment.at(hash, hash >> 61) = {key, value};
            return;
        }
    }

   private:
    static constexpr std::size_t segment_count = 512;
    static constexpr std::size_t window = 8;
    static constexpr std::size_t first_capacity = 16;

    struct Slot {
        Key key{};
        Value value{};
    };

    struct Segment {
        std::unique_ptr<Slot[]> slots;
        std::size_t capacity = 0;  // zero or a power of two

        Slot& at(std::uint64_t hash, std::size_t step) const {
            assert(slots && std::has_single_bit(capacity));
            return slots[((hash >> 9) + step) & (capacity - 1)];
        }
    };

    // Word by word: most keys differ in the first, where comparing arrays would call memcmp.
    static bool same(const Key& a, const Key& b) {
        for (int i = 0; i < KeyWords; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }

    static bool is_empty(const Key& key) {
        return std::ranges::all_of(key, [](auto word) { return word == 0; });
    }

    static std::uint64_t hash_of(const Key& key) {
        std::uint64_t hash = 0x9e3779b97f4a7c15;
        for (auto word : key) {
            hash = (hash ^ word) * 0xd6e8feb86659fd93;
            hash ^= hash >> 32;
        }
        hash *= 0xd6e8feb86659fd93;
        return hash ^ hash >> 32;
    }

    static bool put(Segment& segment, std::uint64_t hash, const Key& key, const Value& value) {
        if (!segment.slots) return false;
        for (std::size_t i = 0; i < window; ++i) {
            Slot& slot = segment.at(hash, i);
            if (!same(slot.key, key) && !is_empty(slot.key)) continue;
            slot = {key, value};
            return true;
        }
        return false;
    }

    bool grow(Segment& segment) {
        const std::size_t capacity = std::max(first_capacity, 2 * segment.capacity);
        if (bytes() + capacity * sizeof(Slot) > most_bytes_) return false;
        Segment grown{std::make_unique<Slot[]>(capacity), capacity};
        for (std::size_t i = 0; i < segment.capacity; ++i) {
            const Slot& slot = segment.slots[i];
            // An entry that finds its window full is forgotten.
            if (!is_empty(slot.key)) put(grown, hash_of(slot.key), slot.key, slot.value);
        }
        // Only the thread that searches writes, so this needs no read-modify-write.
        bytes_.store(bytes() + (capacity - segment.capacity) * sizeof(Slot), std::memory_order_relaxed);
        segment = std::move(grown);
        return true;
    }

    std::array<Segment, segment_count> segments_;
    std::atomic<std::size_t> bytes_{0};
    std::size_t most_bytes_ = 0;
};

}  // namespace commonfactor
