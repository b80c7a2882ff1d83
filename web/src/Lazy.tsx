// Parts of the page that are loaded when they are first needed.

import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

type Loading<Props> = { part: ComponentType<Props> } | "loading" | "failed";

/** A component that stands for another until its script has come. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting = "Loading…"): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props): JSX.Element {
    const [loading, setLoading] = useState<Loading<Props>>(loaded ? { part: loaded } : "loading");
    useEffect(() => {
      if (loaded) return;
      load()
        .then((part) => setLoading({ part: (loaded = part) }))
        .catch(() => setLoading("failed"));
    }, []);
    if (loading === "loading") return <p class="quiet">{waiting}</p>;
    if (loading === "failed") {
      return (
        <p class="problem">
          This part of the page could not be loaded. <button onClick={() => location.reload()}>Reload the page</button>
        </p>
      );
    }
    const Part = loading.part;
    return <Part {...props} />;
  };
}
