/** Keeps entries until the page is left. */
function createMemoryStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear"> {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** Replaces the storages of a browser that blocks them. Accessing a blocked storage throws. */
export function replaceBlockedStorage(): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    try {
      globalThis[name].getItem("");
    } catch {
      Object.defineProperty(globalThis, name, { value: createMemoryStorage() });
    }
  }
}
