import { useLayoutEffect } from "react";
import { createStore, useStore } from "#web/lib/store.ts";

/*
 * Only one lies over a screen at a time: a dialog or a menu, or else one toast, or else the offer of a new version, or
 * else the banner about installing the app, which does not cover a bar with the screen's buttons either.
 */

/** By precedence. `bar` is a part of the screen. */
const PRECEDENCE = ["dialog", "toast", "version", "bar", "install"] as const;
export type Layer = (typeof PRECEDENCE)[number];

type Counts = Readonly<Record<Layer, number>>;
const NONE: Counts = { dialog: 0, toast: 0, version: 0, bar: 0, install: 0 };
const counts = createStore(NONE);

const change = (layer: Layer, by: 1 | -1): void => {
  const current = counts.read();
  counts.set({ ...current, [layer]: current[layer] + by });
};

export function addLayer(layer: Layer): () => void {
  change(layer, 1);
  return () => change(layer, -1);
}

/** Nothing with precedence over the layer is shown. */
export const isFreeFor = (layer: Layer, shown: Counts = counts.read()): boolean =>
  PRECEDENCE.slice(0, PRECEDENCE.indexOf(layer)).every((other) => shown[other] === 0);

export const useIsFreeFor = (layer: Layer): boolean => isFreeFor(layer, useStore(counts));

export function useLayer(layer: Layer, isShown = true): void {
  useLayoutEffect(() => (isShown ? addLayer(layer) : undefined), [layer, isShown]);
}
