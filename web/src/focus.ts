// Where the focus goes. It is never lost, and nothing takes it from a reader who is typing or has gone elsewhere.

const FALLBACK = 'main .board [tabindex="0"]';

/** Keys pressed, presses and changed fields: each time the reader did something. */
let acts = 0;
/** The element that this page itself has focused last. */
let placed: Element | null = null;

/** Marks this moment; the result tells whether the reader has since typed nothing, pressed nothing and stayed put. */
export function stillness(): () => boolean {
  const before = acts;
  const place = document.activeElement;
  return () => {
    const { activeElement, body } = document;
    return acts === before && [place, placed, body].includes(activeElement);
  };
}

/** Moves the focus for the reader. */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!element) return;
  placed = element;
  element.focus(options);
}

/** Watches the reader and the focus within `root`, from now on. */
export function keepFocus(root: Element): void {
  countActs();
  let last: Element | null = null;
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    // Some browsers tell of an element that is being removed, when it is still there; a moment later it is not.
    queueMicrotask(() => {
      if (relatedTarget === null && target === last && last?.isConnected) last = null;
    });
  });
  // When the focused element leaves the page, the board takes over, or the heading where there is none.
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const next = document.querySelector<HTMLElement>(FALLBACK) ?? document.querySelector<HTMLElement>("main h1");
    focusOn(next, { preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

function countActs(): void {
  const count = (event: Event): void => {
    // A key that is still held down from before is nothing new.
    if (!(event instanceof KeyboardEvent && event.repeat)) acts++;
  };
  for (const kind of ["keydown", "input", "pointerdown"]) addEventListener(kind, count, { capture: true });
}
