import { findBubbleIn } from "#web/domains/chat/bubbles/use-message-keys.ts";
import { findRendered, type RenderedMessages } from "#web/screens/messages/log/scroll-anchor.ts";
import { sumHeights } from "#web/screens/messages/log/virtual-window.ts";

/** Home, End and jumps go to messages that may not be rendered yet. */
export function createMessageTarget(heights: ReadonlyMap<string, number>) {
  /** Of a running jump, while it is not rendered. */
  let pendingTarget: string | undefined;
  /** Gets the focus once it is rendered. */
  let pendingFocus: string | undefined;

  /** First to the estimated offset, and again until the message is rendered at the top. */
  function scrollTo(rendered: RenderedMessages, key: string | undefined): void {
    const { log, keys } = rendered;
    const index = key === undefined ? -1 : keys.lastIndexOf(key);
    const item = key === undefined || index < 0 ? undefined : findRendered(rendered, key);
    pendingTarget = item || index < 0 ? undefined : key;
    if (index < 0) return;
    const { top, height } = log.getBoundingClientRect();
    if (item) log.scrollTop += item.getBoundingClientRect().top - top;
    else log.scrollTop = height - sumHeights(heights, keys, { from: index, to: keys.length });
  }

  function focusPending(rendered: RenderedMessages): void {
    const bubble = pendingFocus === undefined ? null : findBubbleIn(findRendered(rendered, pendingFocus));
    if (!bubble) return;
    pendingFocus = undefined;
    bubble.focus({ preventScroll: true });
  }

  /** Or as soon as it is rendered. */
  function focus(rendered: RenderedMessages, key: string | undefined): void {
    pendingFocus = key;
    // The focused message may be removed before the other one is rendered.
    rendered.log.focus({ preventScroll: true });
    focusPending(rendered);
  }

  return {
    focusPending,
    /** With the next rendering. */
    scrollLater(key: string): void {
      pendingTarget = key;
    },
    /** @returns false if no jump is running */
    resume(rendered: RenderedMessages): boolean {
      if (pendingTarget === undefined) return false;
      scrollTo(rendered, pendingTarget);
      return true;
    },
    goTo(rendered: RenderedMessages, key: string): void {
      scrollTo(rendered, key);
      focus(rendered, key);
    },
    /** Home and End. */
    handleKey(rendered: RenderedMessages, event: KeyboardEvent): void {
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (hasModifier || (event.key !== "Home" && event.key !== "End")) return;
      event.preventDefault();
      const { log, keys } = rendered;
      const key = event.key === "Home" ? keys[0] : keys.at(-1);
      if (event.target !== log) focus(rendered, key);
      if (event.key === "Home") scrollTo(rendered, key);
      else {
        pendingTarget = undefined;
        log.scrollTop = 0;
      }
    },
  };
}
