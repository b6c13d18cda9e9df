import { useEffectEvent, useId, useLayoutEffect } from "react";

/*
 * What lies over a screen has a step of the browser's history, so that Back closes it and the screen stays. The step has the
 * router's own state, and a layer's name in it: to the router, a move between the two is one to the same location.
 */

interface Entry {
  readonly layer?: string;
  /** The router's name of the entry. */
  readonly key?: string;
}

const here = (): Entry => (history.state ?? {}) as Entry;

interface Layer {
  readonly key: string | undefined;
  readonly close: () => void;
}

/** What is open, the topmost last. */
const layers = new Map<string, Layer>();
/** The step that one is at is nobody's any more, and is gone at the end of this turn unless somebody takes it over. */
let isSpare = false;
/** On the way out of a layer's step. */
let going: { readonly layer: string; readonly done: Promise<void>; readonly arrive: () => void } | undefined;

/** Takes back the step of what is open, for who leads elsewhere from there. At once where there is none. */
export async function popDialogHistory(): Promise<void> {
  const { layer } = here();
  if (layer === undefined) return;
  if (!going) {
    const { promise: done, resolve: arrive } = Promise.withResolvers<void>();
    going = { layer, done, arrive };
    history.back();
  }
  await going.done;
}

/** The layer that the step one is at was left behind by, as by a link in a dialog. */
function emptied(): string | undefined {
  const { layer } = here();
  return layer === undefined || layers.has(layer) ? undefined : layer;
}

/** On the way out one has come somewhere: further, where there is nothing either. */
function cameOut({ layer, done, arrive }: NonNullable<typeof going>): void {
  // Still at the step to leave: the router's listener runs first, and React may unmount the layer within that same event.
  if (here().layer === layer) return;
  const next = emptied();
  going = next === undefined ? undefined : { layer: next, done, arrive };
  if (going) history.back();
  else arrive();
}

/** Closes what lies over the step that one has come back to. */
function closeAbove(): void {
  const { layer, key } = here();
  const ids = [...layers.keys()];
  const over = ids.slice(layer === undefined ? 0 : ids.indexOf(layer) + 1).reverse();
  const closing = over.flatMap((id) => layers.get(id) ?? []).filter((one) => one.key === key);
  for (const { close } of closing) close();
}

function onPop(): void {
  if (going) cameOut(going);
  else if (emptied() !== undefined) void popDialogHistory();
  else closeAbove();
}

function push(id: string): void {
  if (isSpare) history.replaceState({ ...here(), layer: id }, "");
  else history.pushState({ ...here(), layer: id }, "");
  isSpare = false;
}

function open(id: string, close: () => void): void {
  layers.set(id, { key: here().key, close });
  if (going) void going.done.then(() => layers.has(id) && push(id));
  else push(id);
}

function shut(id: string): void {
  layers.delete(id);
  if (here().layer !== id || going) return;
  isSpare = true;
  queueMicrotask(() => {
    if (!isSpare) return;
    isSpare = false;
    void popDialogHistory();
  });
}

if (typeof window !== "undefined") {
  addEventListener("popstate", onPop);
  // The page was loaded anew while something was open, which is not any more.
  void popDialogHistory();
}

/**
 * Has Back close what is open; whatever else closes it takes the step back.
 * @param locked Back does not close it just now
 */
export function useDialogHistory(isOpen: boolean, onBack: () => void, locked = false): void {
  const id = useId();
  const back = useEffectEvent(() => (locked ? push(id) : onBack()));
  // With the drawing itself: between what is seen and its step there is no moment in which Back leaves the screen.
  useLayoutEffect(() => {
    if (!isOpen) return;
    open(id, back);
    return () => shut(id);
  }, [isOpen, id]);
}
