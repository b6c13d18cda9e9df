import { isAtBottom } from "#web/screens/messages/log/unseen-messages.ts";

/** The children of `list` are the messages from `keys[from]` on. */
export interface RenderedMessages {
  readonly log: HTMLElement;
  readonly list: HTMLElement;
  readonly keys: readonly string[];
  readonly from: number;
}

/**
 * The message being read and its distance from the end of the list: when that distance changes, the scroll offset is
 * adjusted.
 */
export interface Anchor {
  readonly key: string;
  readonly below: number;
  /** Distance from the bottom of the visible part. */
  readonly above: number;
}

const getBottom = (element: Element): number => element.getBoundingClientRect().bottom;

export const findRendered = ({ list, keys, from }: RenderedMessages, key: string): Element | undefined =>
  list.children[keys.lastIndexOf(key) - from];

/** Its end has to be visible. */
export function findAnchor({ log, list, keys, from }: RenderedMessages): Anchor | undefined {
  const edge = getBottom(log) + 1;
  const elements = [...list.children];
  const i = Math.max(
    0,
    elements.findLastIndex((item) => getBottom(item) <= edge),
  );
  const [item, key] = [elements[i], keys[from + i]];
  if (!item || key === undefined) return undefined;
  return { key, below: getBottom(list) - getBottom(item), above: getBottom(log) - getBottom(item) };
}

/** Scrolls by the change below the anchor. @returns the anchor as it is now, none after a jump to the bottom */
export function keepAnchor(rendered: RenderedMessages, anchor: Anchor): Anchor | undefined {
  // The scroll event of such a jump comes later.
  if (isAtBottom(-rendered.log.scrollTop)) return undefined;
  const item = findRendered(rendered, anchor.key);
  if (!item) return anchor;
  const below = getBottom(rendered.list) - getBottom(item);
  if (Math.abs(below - anchor.below) >= 1) rendered.log.scrollTop -= below - anchor.below;
  return { ...anchor, below };
}

/** Scrolls to where the end of a message is at its distance from the bottom again. */
export function restoreAnchor(rendered: RenderedMessages, { key, above }: Pick<Anchor, "key" | "above">): void {
  const item = findRendered(rendered, key);
  if (item) rendered.log.scrollTop += getBottom(item) + above - getBottom(rendered.log);
}
