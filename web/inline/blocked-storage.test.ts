import { afterEach, expect, test, vi } from "vitest";
import { replaceBlockedStorage } from "#web/inline/blocked-storage.ts";

const block = () => {
  throw new DOMException("Access is denied", "SecurityError");
};

/** Defines both storages as a browser does. */
function defineStorages(get: () => unknown): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    vi.stubGlobal(name, undefined);
    Object.defineProperty(globalThis, name, { get, configurable: true });
  }
}

afterEach(() => vi.unstubAllGlobals());

test("keeps the entries of a blocked storage until the page is left", () => {
  defineStorages(block);
  replaceBlockedStorage();
  localStorage.setItem("theme", "dark");
  localStorage.setItem("token", "mine");
  expect([localStorage.getItem("theme"), localStorage.getItem("other")]).toEqual(["dark", null]);
  // The two do not share their entries.
  expect(sessionStorage.getItem("theme")).toBeNull();
  localStorage.removeItem("theme");
  expect(localStorage.getItem("theme")).toBeNull();
  localStorage.clear();
  expect(localStorage.getItem("token")).toBeNull();
});

test("does not replace a storage that works", () => {
  const storage = { getItem: () => "kept" };
  defineStorages(() => storage);
  replaceBlockedStorage();
  expect([localStorage, sessionStorage]).toEqual([storage, storage]);
  expect(localStorage).toBe(storage);
});
