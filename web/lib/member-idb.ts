import { session } from "#web/lib/session.ts";

/**
 * A member's data on this device. Every method may reject: browsers can forbid storage. What is written is committed
 * explicitly: otherwise it would be rolled back if the page is unloaded now.
 */
export interface MemberDb<T extends object, Key extends IDBValidKey> {
  load(me: string): Promise<T[]>;
  put(me: string, record: T): Promise<void>;
  remove(keys: readonly Key[]): Promise<void>;
  /** Deletes the data of other members; without an argument, all data. */
  deleteOthers(me?: string): Promise<void>;
}

type StoredRecord<T> = T & { readonly me: string };

const MEMBER_INDEX = "me";

/**
 * A database in IndexedDB with one record set per member. Local storage is limited to the keys that SPEC.md lists.
 * @param keyPath the primary key; it includes `me` if two members may have the same key
 */
export function createMemberDb<T extends object, Key extends IDBValidKey>(
  name: string,
  keyPath: string | string[],
): MemberDb<T, Key> {
  let connection: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    connection ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(name, { keyPath }).createIndex(MEMBER_INDEX, MEMBER_INDEX);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    // A failed opening is repeated by the next call, and a closed database is opened again.
    connection.then(
      (database) => database.addEventListener("close", () => (connection = undefined)),
      () => (connection = undefined),
    );
    return connection;
  }

  /** @returns the request's result, after the transaction is complete */
  async function transact<R>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<R> | undefined) {
    const transaction = (await open()).transaction(name, mode);
    const request = action(transaction.objectStore(name));
    return new Promise<R | undefined>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  }

  return {
    async load(me) {
      const records =
        (await transact<StoredRecord<T>[]>("readonly", (store) => store.index(MEMBER_INDEX).getAll(me))) ?? [];
      return records.map(({ me: _, ...record }) => record as unknown as T);
    },
    async put(me, record) {
      await transact("readwrite", (store) => {
        const request = store.put({ ...record, me } satisfies StoredRecord<T>);
        store.transaction.commit();
        return request;
      });
    },
    async remove(keys) {
      await transact("readwrite", (store) => {
        for (const key of keys) store.delete(key);
        store.transaction.commit();
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

/**
 * Whether the last session of this page ended by logout or suspension, so that the member's data is deleted. After a
 * rejected token the member may log in again and continue, and a session that another tab ended is cleaned up by that tab.
 */
export const hasSessionEndedForGood = (): boolean => ["logout", "suspended"].includes(session.endReason());
