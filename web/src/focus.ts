// Focus is never lost: when the focused element leaves the page, the board takes over, or the heading where there is none.

const FALLBACK = 'main .board [tabindex="0"]';

/** Watches over the focus within `root`, from now on. */
export function keepFocus(root: Element): void {
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
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const next = document.querySelector<HTMLElement>(FALLBACK) ?? document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
