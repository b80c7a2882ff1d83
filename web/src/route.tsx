// The address as a signal, links that change it without loading anything, and what a reader notices of a new page.

import { computed, signal } from "@preact/signals";
import type { AnchorHTMLAttributes, ComponentChildren, JSX, TargetedMouseEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { hush } from "./announce";
import { focusOn, stillness } from "./focus";
import { placeOf, routeOf } from "./routes";

export { routeOf, placeOf } from "./routes";
export type { Route } from "./routes";

const address = signal("/");

/** What the address stands for now. */
export const route = computed(() => routeOf(address.value));

const addressIn = ({ pathname, search }: Location | URL): string => pathname + search;

/** Whether the reader has done nothing since coming from another page; null on the first one. */
let isArriving: (() => boolean) | null = null;

/** The game that the reader came from, as long as only rules and analyses were read since; it outlasts a reload. */
export function gameBefore(): string | null {
  const from: unknown = (history.state as { game?: unknown } | null)?.game;
  return typeof from === "string" ? from : null;
}

function gameLeft(): string | null {
  const here = route.peek();
  // An invitation is in the fragment, and whoever comes back is still invited.
  if (here.page === "game") return address.peek() + location.hash;
  return ["rules", "about", "analysis"].includes(here.page) ? gameBefore() : null;
}

/** Follows the address from now on; called once, before the first page is drawn. */
export function followAddress(): void {
  address.value = addressIn(location);
  addEventListener("popstate", () => {
    isArriving = stillness();
    if (leadsElsewhere(addressIn(location))) hush();
    address.value = addressIn(location);
  });
}

const leadsElsewhere = (to: string): boolean => placeOf(routeOf(to)) !== placeOf(route.peek());

/** Goes to another address of this site. `replace` leaves no step to come back to. */
export function navigate(to: string, { replace = false } = {}): void {
  const isElsewhere = leadsElsewhere(addressIn(new URL(to, location.href)));
  if (isElsewhere) hush();
  history[replace ? "replaceState" : "pushState"]({ game: gameLeft() }, "", to);
  isArriving = stillness();
  address.value = addressIn(location);
  if (isElsewhere && !replace) scrollTo(0, 0);
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "role"> & { to: string; children?: ComponentChildren };

export function Link({ to, children, onClick, ...rest }: LinkProps): JSX.Element {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const wantsAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || wantsAnotherTab) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}

interface HeadingProps {
  /** The title of the document; the name of the site is added. */
  title: string;
  class?: string;
  children?: ComponentChildren;
}

/** The h1 of a page. It names the document and takes the focus when the reader comes from another page and waits for it. */
export function Heading({ title, class: className, children }: HeadingProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = title === "Common Factor" ? title : `${title} – Common Factor`;
  }, [title]);
  useLayoutEffect(() => {
    if (isArriving?.()) focusOn(heading.current, { preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} class={className}>
      {children ?? title}
    </h1>
  );
}

/** The way back to the game that the reader left for a moment; nothing if there is none. */
export function BackToGame(): JSX.Element | null {
  // A link to a section of the same page makes an entry of its own in the history, without the game.
  const [game] = useState(gameBefore);
  return game === null ? null : (
    <p>
      <Link to={game} class="button">
        <span aria-hidden="true">←</span> Back to the game
      </Link>
    </p>
  );
}
