import type { JSX } from "preact";

import { Dialog } from "../Dialog";

export function ResignQuestion({ onResign, onClose }: { onResign: () => void; onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Resign this game?" onClose={onClose}>
      <p>Your opponent wins the game.</p>
      <div class="row">
        <button
          type="button"
          class="danger"
          onClick={() => {
            onResign();
            onClose();
          }}
        >
          Resign
        </button>
        <button type="button" class="primary" autofocus onClick={onClose}>
          Play on
        </button>
      </div>
    </Dialog>
  );
}
