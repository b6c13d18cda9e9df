import { useEffectEvent, useId, useLayoutEffect } from "react";
import { isNavigationPending } from "#web/lib/pending-navigation.ts";
import { addLayer } from "#web/ui/layers.ts";

/*
 * An open dialog has an entry in the browser's history, so that Back closes the dialog and the screen stays. The entry copies
 * the router's state and adds the id of the layer (the dialog): the router sees a navigation to the same location.
 */

interface EntryState {
  readonly layer?: string;
  readonly key?: string;
}

const readEntry = (): EntryState => (history.state ?? {}) as EntryState;

interface Layer {
  readonly key: string | undefined;
  readonly close: () => void;
}

/** Open layers by id, the topmost last. */
const layers = new Map<string, Layer>();
/** The current entry belongs to a closed layer, and is removed in a microtask unless a layer that opens meanwhile takes it. */
let isRemovalDue = false;
/** The removal of an entry that is in progress: `history.back()` is asynchronous. */
let removal:
  | {
      readonly layer: string;
      readonly key: string | undefined;
      readonly done: Promise<void>;
      readonly finish: () => void;
    }
  | undefined;

/** Removes the entry of the open dialog before a navigation. Resolves at once if there is none. */
export async function popDialogHistory(): Promise<void> {
  const { layer, key } = readEntry();
  if (layer === undefined) return;
  if (!removal) {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    removal = { layer, key, done, finish };
    history.back();
  }
  await removal.done;
}

/** Closed layers stay in the history, as after a link in a dialog. */
function findClosedLayer(): string | undefined {
  const { layer } = readEntry();
  return layer === undefined || layers.has(layer) ? undefined : layer;
}

/** Goes further back if the previous entry belongs to a closed layer, too. */
function continueRemoval({ layer, key, done, finish }: NonNullable<typeof removal>): void {
  // The entry has not changed yet: the router's listener runs first, and React may unmount the layer within the same event.
  if (readEntry().layer === layer) return;
  const next = findClosedLayer();
  removal = next === undefined ? undefined : { layer: next, key, done, finish };
  if (removal) history.back();
  else finish();
}

function closeLayersAbove(): void {
  const { layer, key } = readEntry();
  const ids = [...layers.keys()];
  const above = ids.slice(layer === undefined ? 0 : ids.indexOf(layer) + 1).reverse();
  const closing = above.flatMap((id) => layers.get(id) ?? []).filter((entry) => entry.key === key);
  for (const { close } of closing) close();
}

function onPop(event: PopStateEvent): void {
  // The router, which would cancel a navigation that has begun meanwhile, need not know: the location stays the same.
  if (removal && readEntry().key === removal.key) event.stopImmediatePropagation();
  if (removal) continueRemoval(removal);
  else if (findClosedLayer() !== undefined) void popDialogHistory();
  else closeLayersAbove();
}

/** Takes over the entry of a closed layer, which Back would otherwise lead to. */
function pushEntry(id: string): void {
  if (findClosedLayer() !== undefined) history.replaceState({ ...readEntry(), layer: id }, "");
  else history.pushState({ ...readEntry(), layer: id }, "");
  isRemovalDue = false;
}

function openLayer(id: string, close: () => void): void {
  layers.set(id, { key: readEntry().key, close });
  if (removal) void removal.done.then(() => layers.has(id) && pushEntry(id));
  else pushEntry(id);
}

function closeLayer(id: string): void {
  layers.delete(id);
  if (readEntry().layer !== id || removal) return;
  isRemovalDue = true;
  queueMicrotask(() => {
    if (!isRemovalDue) return;
    isRemovalDue = false;
    // Going back would cancel a navigation that the dialog has started. The entry is skipped when the member comes back.
    if (!isNavigationPending()) void popDialogHistory();
  });
}

if (typeof window !== "undefined") {
  // Before the router, which listens without `capture`.
  addEventListener("popstate", onPop, { capture: true });
  // After a reload the dialog is closed, but its entry remains.
  void popDialogHistory();
}

/** Otherwise than by Back, closing removes the history entry. @param locked Back does not close it */
export function useDialogHistory(isOpen: boolean, onBack: () => void, locked = false): void {
  const id = useId();
  const back = useEffectEvent(() => (locked ? pushEntry(id) : onBack()));
  // A layout effect: otherwise Back could leave the screen between the paint and the new entry.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const uncover = addLayer("dialog");
    openLayer(id, back);
    return () => {
      closeLayer(id);
      uncover();
    };
  }, [isOpen, id]);
}
