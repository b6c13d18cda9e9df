import type { Page } from "@playwright/test";

/**
 * The records in a database of the page's browser. There are none before the app has made it: a database that was made
 * here would be one without a store, also for the app.
 */
export const listRecords = <T>(page: Page, name: "drafts" | "outbox"): Promise<T[]> =>
  page.evaluate(
    (store) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open(store);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const reading: IDBRequest<T[]> = opening.result.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        };
      }),
    name,
  );
