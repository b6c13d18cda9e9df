import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from "react";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { createStore } from "#web/lib/store.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { toast } from "#web/ui/toast.tsx";

export interface LazyModule<T> {
  readonly read: () => T | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** After a failure, another call tries again. @throws if the import fails */
  readonly load: () => Promise<T>;
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  const store = createStore<T | undefined>(undefined);
  async function loadOnce(): Promise<T> {
    const loaded = store.read() ?? (await load());
    store.set(loaded);
    return loaded;
  }
  whenIdle(() => void loadOptional(loadOnce));
  return { read: store.read, subscribe: store.subscribe, load: loadOnce };
}

const NOT_LOADED = () => undefined;

/** @param onError called after a failure was shown; has to reset `isNeeded`, so that the member can try again */
export function useLazyModule<T>(lazy: LazyModule<T>, isNeeded: boolean, onError: () => void): T | undefined {
  const loaded = useSyncExternalStore(lazy.subscribe, lazy.read, NOT_LOADED);
  const handleError = useEffectEvent(onError);
  const isMissing = isNeeded && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isStale = false;
    lazy.load().catch(() => {
      if (isStale) return;
      toast("Something went wrong. Please try again.", "error");
      handleError();
    });
    return () => {
      isStale = true;
    };
  }, [isMissing, lazy]);
  return loaded;
}

/** Renders nothing until the component has loaded. */
export function LazyRender<Props extends object>({
  as,
  ...props
}: { as: ComponentType<Props> | undefined } & NoInfer<Props>): ReactNode {
  return as && createElement(as, props as unknown as Props);
}
