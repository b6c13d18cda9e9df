import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from "react";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { toast } from "#web/ui/toast.tsx";

/** A part of the page that comes when it is wanted, or by itself when the page is at rest, so that nobody waits for it. */
export interface LazyModule<T> {
  /** Nothing before it is here. */
  readonly read: () => T | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads it; asked again after a failure, it tries again. @throws when it cannot be loaded */
  readonly load: () => Promise<T>;
}

/** Names a part and where it is. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let here: T | undefined;
  const listeners = new Set<() => void>();
  async function want(): Promise<T> {
    if (here !== undefined) return here;
    here = await load();
    for (const listener of listeners) listener();
    return here;
  }
  whenIdle(() => void loadOptional(want));
  return {
    read: () => here,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: want,
  };
}

const NOT_YET = () => undefined;

/**
 * A part, as soon as it is here.
 * @param wanted load it now
 * @param onMissing it is wanted and cannot be loaded, which has been said: the wish ends, so that there can be another
 */
export function useLazyModule<T>(one: LazyModule<T>, wanted: boolean, onMissing: () => void): T | undefined {
  const here = useSyncExternalStore(one.subscribe, one.read, NOT_YET);
  const missing = useEffectEvent(onMissing);
  const lacks = wanted && here === undefined;
  useEffect(() => {
    if (!lacks) return;
    let over = false;
    one.load().catch(() => {
      if (over) return;
      toast("Something went wrong. Please try again.", "error");
      missing();
    });
    return () => {
      over = true;
    };
  }, [lacks, one]);
  return here;
}

/** Draws a component that `usePart` gave, with its own properties; nothing until it is here. */
export function LazyRender<Props extends object>({
  as,
  ...props
}: { as: ComponentType<Props> | undefined } & NoInfer<Props>): ReactNode {
  return as && createElement(as, props as unknown as Props);
}
