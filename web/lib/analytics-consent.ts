import { useSyncExternalStore } from "react";
import { removeAnalyticsTag } from "#web/lib/analytics-tag.ts";
import { createListeners } from "#web/lib/store.ts";

const KEY = "analyticsConsent";
const listeners = createListeners();

export type Consent = "yes" | "no" | undefined;

/** Global Privacy Control counts as "no", so the notice is not shown. */
export const hasGlobalPrivacyControl = (): boolean =>
  "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;

function read(): Consent {
  if (hasGlobalPrivacyControl()) return "no";
  const stored = localStorage.getItem(KEY);
  return stored === "yes" || stored === "no" ? stored : undefined;
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    listener();
    if (read() !== "yes") removeAnalyticsTag();
  };
  const unsubscribe = listeners.subscribe(listener);
  addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    removeEventListener("storage", onStorage);
  };
}

/** "no" also removes the tag and its cookies. */
export function saveConsent(consent: "yes" | "no"): void {
  localStorage.setItem(KEY, consent);
  listeners.notify();
  if (consent === "no") removeAnalyticsTag();
}

export const useConsent = (): Consent => useSyncExternalStore(subscribe, read, () => undefined);
