import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while a page is prerendered and hydrated, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
