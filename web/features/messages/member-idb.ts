/** What a member left on this device, by its key. Everything may fail: a browser may not let anything be kept. */
export interface MemberDb<T extends object, Key extends IDBValidKey> {
  load(me: string): Promise<T[]>;
  put(me: string, thing: T): Promise<void>;
  remove(keys: readonly Key[]): Promise<void>;
  /** Removes what other members left here; all there is where nobody is named. */
  deleteOthers(me?: string): Promise<void>;
}

type StoredRecord<T> = T & { readonly me: string };

const MEMBER_INDEX = "me";

/**
 * A database of the browser, in which each member has their own: local storage holds what the specification lists, and
 * nothing else.
 * @param keyPath what tells one from another; where two members may have the same, `me` is part of it
 */
export function createMemberDb<T extends object, Key extends IDBValidKey>(
  name: string,
  keyPath: string | string[],
): MemberDb<T, Key> {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(name, { keyPath }).createIndex(MEMBER_INDEX, MEMBER_INDEX);
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
  async function transact<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R> | undefined) {
    const transaction = (await open()).transaction(name, mode);
    const request = act(transaction.objectStore(name));
    return new Promise<R | undefined>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  }

  return {
    async load(me) {
      const kept =
        (await transact<StoredRecord<T>[]>("readonly", (store) => store.index(MEMBER_INDEX).getAll(me))) ?? [];
      return kept.map(({ me: _, ...thing }) => thing as unknown as T);
    },
    async put(me, thing) {
      await transact("readwrite", (store) => {
        const request = store.put({ ...thing, me } satisfies StoredRecord<T>);
        // A page that is being left does not come to end it, and what has not ended is undone.
        store.transaction.commit();
        return request;
      });
    },
    async remove(keys) {
      await transact("readwrite", (store) => {
        for (const key of keys) store.delete(key);
        return undefined;
      });
    },
    async deleteOthers(me) {
      await transact("readwrite", (store) => {
        if (me === undefined) store.clear();
        else
          store.openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            if (cursor && (cursor.value as StoredRecord<T>).me !== me) cursor.delete();
            cursor?.continue();
          };
        return undefined;
      });
    },
  };
}
