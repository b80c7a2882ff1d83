import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { announce } from "../announce";
import type { Table } from "./Table";

const GRACE = 1000;

/** Says when the line to the server is not what it should be; a short interruption is not worth a word. */
export function Banner({ table, isTooLate }: { table: Table; isTooLate: boolean }): JSX.Element | null {
  const line = table.connection.line.value;
  const isAway = line === "connecting" || line === "lost" || table.isRetrying.value;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isAway) return;
    const timer = setTimeout(() => setLong(true), GRACE);
    return () => clearTimeout(timer);
  }, [isAway]);
  const isLost = isAway && isLong;
  useEffect(() => {
    if (!isLost) return;
    announce("No connection. Trying again.");
    return () => announce("Connected again.");
  }, [isLost]);
  const sentence =
    isLost
      ? "The connection to the server is lost. Trying again… Nothing that was confirmed is lost."
      : line === "polling"
        ? "There is no live connection here; moves show within two seconds."
        : isTooLate
          ? "Somebody else has already taken this seat. You are watching."
          : null;
  return sentence ? <p class="banner">{sentence}</p> : null;
}
