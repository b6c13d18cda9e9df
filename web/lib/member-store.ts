import { session } from "#web/lib/session.ts";

/**
 * Every method may reject: browsers can forbid storage. Writes are committed explicitly: otherwise they would be rolled
 * back if the page is unloaded now.
 */
export interface MemberDb<T extends object, Key extends IDBValidKey> {
  load(me: string): Promise<T[]>;
  put(me: string, record: T): Promise<void>;
  remove(keys: readonly Key[]): Promise<void>;
  /** Without an argument, all data. */
  deleteOthers(me?: string): Promise<void>;
}

type StoredRecord<T> = T & { readonly me: string };

const MEMBER_INDEX = "me";

/**
 * One record set per member. Local storage is limited to the keys that the specification lists.
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

interface Opening<T, Event> {
  /** With nothing if the records cannot be read. Not called if the store was closed meanwhile. */
  readonly onLoad?: (records: T[]) => void;
  /** Called with events of the member's other tabs. */
  readonly onEvent?: (event: Event) => void;
}

/**
 * Records of the logged-in member: writes are in order, and a channel leads to the member's other tabs. Failures are
 * ignored, so without a database a store lives as long as its tab.
 * @param name of the channel
 */
export function createMemberStore<T extends object, Key extends IDBValidKey, Event = never>(
  name: string,
  db: MemberDb<T, Key>,
) {
  let owner: string | undefined;
  let opening: object | undefined;
  let channel: BroadcastChannel | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /**
   * Starts at once, because a page that is unloaded has no time for more. IndexedDB keeps the order.
   * @returns whether it is stored
   */
  function write(start: (me: string) => Promise<unknown>, event?: Event): Promise<boolean> {
    if (owner === undefined) return Promise.resolve(false);
    const publisher = channel;
    // Published after the write, so that another tab's later write overwrites this one and not the reverse.
    const written = Promise.allSettled([start(owner), lastWrite]).then(([{ status }]) => {
      if (event !== undefined && publisher === channel) publisher?.postMessage(event);
      return status === "fulfilled";
    });
    lastWrite = written;
    return written;
  }

  return {
    readOwner: () => owner,
    /** Before `open`. */
    setOwner(me: string): void {
      owner = me;
    },
    /** Deletes the records of others. */
    async open(me: string, options: Opening<T, Event>): Promise<void> {
      const { onLoad, onEvent } = options;
      owner = me;
      opening = options;
      if (onEvent) {
        channel = new BroadcastChannel(`${name} ${me}`);
        channel.onmessage = ({ data }: MessageEvent<Event>) => onEvent(data);
      }
      await db.deleteOthers(me).catch(() => undefined);
      if (!onLoad) return;
      const found = await db.load(me).catch(() => []);
      if (opening === options) onLoad(found);
    },
    /** Undefined if they cannot be read, or belong to nobody any more. */
    async load(): Promise<T[] | undefined> {
      const me = owner;
      await lastWrite;
      const found = me === undefined ? undefined : await db.load(me).catch(() => undefined);
      return owner === me ? found : undefined;
    },
    put: (record: T, event?: Event): Promise<boolean> => write((me) => db.put(me, record), event),
    /** @param keysOf the keys, which may include the owner */
    remove(keysOf: (me: string) => readonly Key[], event?: Event): void {
      void write((me) => db.remove(keysOf(me)), event);
    },
    publish: (event: Event): void => channel?.postMessage(event),
    /** Belongs to nobody until it is opened again. With `forget`, all that is stored is deleted. */
    close(forget: boolean): void {
      channel?.close();
      channel = undefined;
      owner = undefined;
      opening = undefined;
      if (forget) lastWrite = Promise.allSettled([lastWrite, db.deleteOthers()]);
    },
    /** Succeeded or failed. */
    whenSaved: (): Promise<unknown> => lastWrite,
  };
}

/**
 * Then the member's data is deleted. After a rejected token the member may log in again and continue, and a session
 * that another tab ended is cleaned up by that tab.
 */
export const hasSessionEndedForGood = (): boolean => ["logout", "suspended"].includes(session.endReason());
