import type { Outgoing } from "#web/features/messages/outbox.ts";

/** Where the outbox outlives the page. Everything may fail: a browser may not let anything be kept. */
export interface Shelf {
  load(me: string): Promise<Outgoing[]>;
  put(me: string, outgoing: Outgoing): Promise<void>;
  remove(clientIds: readonly string[]): Promise<void>;
  /** Removes what other members left here; all there is where nobody is named. */
  keepOnly(me?: string): Promise<void>;
}

type Kept = Outgoing & { readonly me: string };

const NAME = "outbox";
const BY_MEMBER = "me";

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(NAME, { keyPath: "clientId" }).createIndex(BY_MEMBER, BY_MEMBER);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // The next one tries again; and a database that the browser closed is opened anew.
  opened.then(
    (database) => database.addEventListener("close", () => (opened = undefined)),
    () => (opened = undefined),
  );
  return opened;
}

/** Runs a transaction. @returns what its request found, once it is on the disk */
async function transact<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | undefined) {
  const transaction = (await open()).transaction(NAME, mode);
  const request = act(transaction.objectStore(NAME));
  return new Promise<T | undefined>((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** The browser's database: local storage holds what the specification lists, and nothing else. */
export const browserShelf: Shelf = {
  async load(me) {
    const kept = (await transact<Kept[]>("readonly", (store) => store.index(BY_MEMBER).getAll(me))) ?? [];
    return kept.map(({ me: _, ...outgoing }) => outgoing);
  },
  async put(me, outgoing) {
    await transact("readwrite", (store) => store.put({ ...outgoing, me } satisfies Kept));
  },
  async remove(clientIds) {
    await transact("readwrite", (store) => {
      for (const clientId of clientIds) store.delete(clientId);
      return undefined;
    });
  },
  async keepOnly(me) {
    await transact("readwrite", (store) => {
      if (me === undefined) store.clear();
      else
        store.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
          if (cursor && (cursor.value as Kept).me !== me) cursor.delete();
          cursor?.continue();
        };
      return undefined;
    });
  },
};
