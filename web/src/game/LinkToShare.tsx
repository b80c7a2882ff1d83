import type { JSX } from "preact";
import { useId } from "preact/hooks";

import * as api from "../api";
import { CopyButton } from "../CopyButton";
import { useAnswer } from "../stepping/useAnswer";

interface LinkToShareProps {
  label: string;
  address: string;
  /** Whether it is to be seen by a camera and sent by the device, too. */
  isMain?: boolean;
}

/** A link to copy, to send by whatever the device sends with, and to point a phone at. */
export function LinkToShare({ label, address, isMain = false }: LinkToShareProps): JSX.Element {
  const id = useId();
  return (
    <div class="field link-to-share">
      <label for={id}>{label}</label>
      <div class="row">
        <input id={id} class="grows" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={address} class={isMain ? "primary" : ""}>
          Copy
        </CopyButton>
        {isMain && "share" in navigator && (
          // Whoever closes the sheet again has changed their mind.
          <button type="button" onClick={() => void navigator.share({ url: address }).catch(() => undefined)}>
            Share…
          </button>
        )}
      </div>
      {isMain && <LinkPicture label={label} address={address} />}
    </div>
  );
}

function LinkPicture({ label, address }: { label: string; address: string }): JSX.Element | null {
  const { answer } = useAnswer(address, (signal) => api.codeOf(address, signal));
  // Without it the link is still there.
  return answer && <img class="link-code" src={answer.image} alt={`QR code: ${label}`} />;
}
