// Which page an address stands for.

export type Route =
  | { page: "home" }
  /** With what the address chooses, after the question mark. */
  | { page: "new"; game: string; query: string }
  | { page: "game"; id: string }
  | { page: "game-review"; id: string }
  | { page: "analysis"; notation: string }
  | { page: "review"; notation: string }
  | { page: "rules" | "about"; game: string; setup: string | null }
  /** One lesson, or all of them. */
  | { page: "learn"; game: string | null }
  | { page: "missing" };

/** A broken escape such as %E0%A4%A is taken as it stands; the server then says what is wrong with it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The page of an address, which is a path with what may follow it after a question mark. */
export function routeOf(address: string): Route {
  const [path = "", query = ""] = address.split("?", 2);
  if (path === "/") return { page: "home" };
  if (path === "/learn") return { page: "learn", game: null };
  const [, first = "", rest = ""] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const argument = decoded(rest);
  // A notation may contain slashes, so the rest of the path belongs to it.
  if (first === "analysis" && rest) return { page: "analysis", notation: argument };
  if (first === "review" && rest) return { page: "review", notation: argument };
  const [one = "", two, ...more] = rest.replace(/\/$/, "").split("/").map(decoded);
  if (one && two === undefined) {
    if (first === "new") return { page: "new", game: one, query };
    if (first === "games") return { page: "game", id: one };
    if (first === "learn") return { page: "learn", game: one };
    if (first === "rules" || first === "about") return { page: first, game: one, setup: setupIn(query) };
  }
  if (first === "games" && two === "review" && more.length === 0) return { page: "game-review", id: one };
  return { page: "missing" };
}

/** In a query a plus sign stands for a space, which no setup has. */
export const setupIn = (query: string): string | null => new URLSearchParams(query).get("setup")?.replaceAll(" ", "+") ?? null;

/** Two addresses of the same page differ in what it shows, not in where the reader is. */
export function placeOf(route: Route): string {
  switch (route.page) {
    case "new":
    case "learn":
      return `${route.page}/${route.game}`;
    case "rules":
    case "about":
      return `${route.page}/${route.game}?${route.setup ?? ""}`;
    case "game":
    case "game-review":
      return `${route.page}/${route.id}`;
    default:
      return route.page;
  }
}
