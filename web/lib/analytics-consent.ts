import { useSyncExternalStore } from "react";
import { removeAnalyticsTag } from "#web/lib/analytics-tag.ts";

const KEY = "analyticsConsent";
const listeners = new Set<() => void>();

/** What a visitor has said about analytics on this device: yes, no, or nothing yet. */
export type Consent = "yes" | "no" | undefined;

/** A browser may say no for its owner (Global Privacy Control): then nobody is asked. */
export const hasGlobalPrivacyControl = (): boolean =>
  "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;

function read(): Consent {
  if (hasGlobalPrivacyControl()) return "no";
  const said = localStorage.getItem(KEY);
  return said === "yes" || said === "no" ? said : undefined;
}

function subscribe(listener: () => void): () => void {
  const changedElsewhere = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    listener();
    if (read() !== "yes") removeAnalyticsTag();
  };
  listeners.add(listener);
  addEventListener("storage", changedElsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", changedElsewhere);
  };
}

/** Keeps what a visitor says; a no also takes away what a yes has brought. */
export function saveConsent(said: "yes" | "no"): void {
  localStorage.setItem(KEY, said);
  for (const listener of listeners) listener();
  if (said === "no") removeAnalyticsTag();
}

export const useConsent = (): Consent => useSyncExternalStore(subscribe, read, () => undefined);
