// Parts of the page that are loaded when they are first needed.

import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

type Loading<Props> = { part: ComponentType<Props> } | "loading" | "failed";

/** A component that stands for another until its script has come. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting = "Loading…"): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props): JSX.Element {
    const [loading, setLoading] = useState<Loading<Props>>(loaded ? { part: loaded } : "loading");
    const attempt = (): void => {
      setLoading("loading");
      load()
        .then((part) => setLoading({ part: (loaded = part) }))
        .catch(() => setLoading("failed"));
    };
    useEffect(() => {
      if (!loaded) attempt();
    }, []);
    if (loading === "loading") return <p class="quiet">{waiting}</p>;
    if (loading === "failed") {
      return (
        <p class="problem">
          This part of the page could not be loaded. <button onClick={attempt}>Try again</button>
        </p>
      );
    }
    const Part = loading.part;
    return <Part {...props} />;
  };
}
