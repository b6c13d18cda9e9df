import { vi } from "vitest";

/** An element that the code under test has added to the head, with the properties it has set. */
export interface AddedElement {
  readonly localName: string;
  readonly [property: string]: unknown;
}

interface PageParts {
  /** The path, search and hash of the URL. */
  readonly address?: string;
  /** The `data-*` attributes of `<html>`. */
  readonly data?: Record<string, string>;
  readonly stored?: Record<string, string>;
  /** The media queries that match. */
  readonly media?: readonly string[];
}

/** Replaces the globals of a page by minimal ones. `vi.unstubAllGlobals` restores them. */
export function stubPage({ address = "/", data = {}, stored = {}, media = [] }: PageParts = {}) {
  const dataset: Record<string, string | undefined> = { ...data };
  const added: AddedElement[] = [];
  const themeColor = { content: "", setAttribute: (_name: string, value: string) => (themeColor.content = value) };
  const events = new EventTarget();
  const { pathname, search, hash } = new URL(address, "https://spotter.example");
  vi.stubGlobal("location", { pathname, search, hash });
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored[key] ?? null });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: media.includes(query) }));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.stubGlobal("document", {
    readyState: "loading",
    documentElement: { dataset },
    head: { append: (element: AddedElement) => added.push(element) },
    createElement: (localName: string) => ({ localName }),
    querySelector: () => themeColor,
  });
  return { dataset, added, themeColor, events };
}
