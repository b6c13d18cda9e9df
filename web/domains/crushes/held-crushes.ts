import { useSyncExternalStore } from "react";
import { HOUR_MS } from "#contract/durations.ts";
import type { CrushAbout, MemberSummary } from "#contract/schemas.ts";
import { createMemberDb, createMemberStore, type MemberDb } from "#web/lib/member-store.ts";
import { session } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";

/** Milliseconds for which a crush can be taken back before it is sent. */
export const HOLD_MS = 5_000;
/** The tab that holds a crush sends it first. */
const OTHER_TAB_DELAY_MS = 3_000;
const RETRY_MS = 10_000;
/** A crush that could not be sent for longer is no longer what the member expects: they are asked first. */
export const STALE_MS = HOUR_MS;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A crush on this device that the server has not decided on yet. */
interface StoredCrush {
  readonly memberId: string;
  readonly username: string;
  readonly about?: CrushAbout;
  /** When it is sent, in milliseconds since 1970. */
  readonly dueAt: number;
}

export interface HeldCrush extends StoredCrush {
  /**
   * "held": sent in a moment. "waiting": the server did not answer, so it is sent again until it does. "stale": sent only
   * after a confirmation. All can be taken back except while it is "sending".
   */
  readonly state: "held" | "sending" | "waiting" | "stale";
  /** Known if the crush was sent in this tab. */
  readonly member: MemberSummary | undefined;
  /** The server may have stored it before. */
  readonly isRepeat: boolean;
}

/** Sends a crush and shows the result. "unreachable": the server did not decide. Must not reject. */
export type SendCrush = (crush: HeldCrush) => Promise<"settled" | "unreachable">;

export type HeldCrushesDb = MemberDb<StoredCrush, [string, string]>;

/**
 * Crushes that are held on the device for a few seconds, so that they can be taken back, and then sent. They are stored
 * beyond the lifetime of the page: a crush that was pressed and not taken back is sent at the next visit at the latest.
 * Repeating one is safe, because the server accepts one crush per member.
 */
export function createHeldCrushes(db: HeldCrushesDb) {
  const store = createStore<readonly HeldCrush[]>([]);
  const stored = createMemberStore("held-crushes", db);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let send: SendCrush | undefined;

  const find = (memberId: string) => store.read().find((crush) => crush.memberId === memberId);
  const without = (memberId: string) => store.read().filter((crush) => crush.memberId !== memberId);
  const put = (crush: HeldCrush): void => store.set([...without(crush.memberId), crush]);

  /** Leaves the crushes of another member behind, who was logged in before. */
  function setOwner(me: string): void {
    if (stored.readOwner() !== me) store.set([]);
    stored.setOwner(me);
  }

  function schedule(memberId: string, delay: number, task: () => Promise<void>): void {
    clearTimeout(timers.get(memberId));
    timers.set(
      memberId,
      setTimeout(() => void task(), delay),
    );
  }

  function drop(memberId: string): void {
    clearTimeout(timers.get(memberId));
    timers.delete(memberId);
    store.set(without(memberId));
    stored.remove((me) => [[me, memberId]]);
  }

  /** Calls `send` without a delay: a page that is unloaded has no time for more. */
  async function release(memberId: string): Promise<void> {
    const crush = find(memberId);
    // Another member may have logged in by the time that a timer runs.
    if (!crush || !send || crush.state === "sending" || session.read()?.user._id !== stored.readOwner()) return;
    clearTimeout(timers.get(memberId));
    if (Date.now() - crush.dueAt > STALE_MS) return put({ ...crush, state: "stale" });
    put({ ...crush, state: "sending" });
    const outcome = await send(crush);
    if (!find(memberId)) return;
    if (outcome === "settled") return drop(memberId);
    put({ ...crush, state: "waiting", isRepeat: true });
    schedule(memberId, RETRY_MS, () => release(memberId));
  }

  /** Sends a crush of an earlier visit, or of a tab that was closed. The tab that holds it may have taken it back. */
  async function releaseStored(me: string, { memberId }: StoredCrush): Promise<void> {
    await withTabLock(`crush ${me} ${memberId}`, async () => {
      const crush = (await stored.load())?.find((one) => one.memberId === memberId);
      if (!crush || find(memberId) || session.read()?.user._id !== me) return;
      put({ ...crush, state: "waiting", member: undefined, isRepeat: true });
      await release(memberId);
    });
  }

  async function releaseEarlier(me: string): Promise<void> {
    const found = (await stored.load()) ?? [];
    await Promise.all(found.map((crush) => releaseStored(me, crush)));
  }

  const hasEarlier = (): boolean => [...timers.keys()].some((memberId) => !find(memberId));

  function hold(member: MemberSummary, about: CrushAbout | undefined, delay: number): void {
    const { _id: memberId, username } = member;
    const me = session.read()?.user._id;
    if (!me) return;
    // A button may be pressed before sending has begun.
    setOwner(me);
    if (find(memberId)) return;
    const crush = { memberId, username, ...(about && { about }), dueAt: Date.now() + delay };
    put({ ...crush, state: "held", member, isRepeat: false });
    void stored.put(crush);
    if (delay > 0) schedule(memberId, delay, () => release(memberId));
    else void release(memberId);
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    find,
    /** Holds a crush, and sends it after `HOLD_MS`. A second one on the same member has no effect. */
    hold: (member: MemberSummary, about?: CrushAbout): void => hold(member, about, HOLD_MS),
    /** Sends a crush at once. */
    sendNow: (member: MemberSummary, about?: CrushAbout): void => hold(member, about, 0),
    /**
     * Takes a crush back. If the server stored it without being able to answer, it shows as sent once it can be reached.
     * @returns false if it is too late: after a sleep, the timer that sends it may be
     */
    takeBack(memberId: string): boolean {
      const crush = find(memberId);
      if (!crush || crush.state === "sending" || (crush.state === "held" && crush.dueAt <= Date.now())) return false;
      drop(memberId);
      return true;
    },
    /** Sends a stale crush after all. If that fails until the next visit, it is asked about again. */
    confirm(memberId: string): void {
      const crush = find(memberId);
      if (!crush) return;
      put({ ...crush, dueAt: Date.now() });
      void release(memberId);
    },
    /** Forgets a crush that another device has sent, or on a member who is gone. */
    settle(memberId: string): void {
      const crush = find(memberId);
      if (crush && crush.state !== "sending") drop(memberId);
    },
    /** Sends a held crush at once. */
    release,
    /** Sends all crushes at once, as before the page is unloaded. */
    releaseAll: (): void => {
      for (const { memberId } of store.read()) void release(memberId);
    },
    /** Sends the crushes of a member from now on, including those of earlier visits. */
    async open(me: string, sender: SendCrush): Promise<void> {
      setOwner(me);
      send = sender;
      for (const { memberId, dueAt } of store.read()) {
        schedule(memberId, Math.max(0, dueAt - Date.now()), () => release(memberId));
      }
      await stored.open(me, {
        onLoad(found) {
          if (send !== sender) return;
          for (const crush of found) {
            if (find(crush.memberId)) continue;
            const delay = Math.max(0, crush.dueAt - Date.now()) + OTHER_TAB_DELAY_MS;
            schedule(crush.memberId, delay, () => releaseStored(me, crush));
          }
        },
      });
    },
    /** Stops sending until the next `open`. With `forget`, nothing is kept. */
    close(forget: boolean): void {
      send = undefined;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      if (!forget) return;
      store.set([]);
      stored.close(true);
    },
    /** Whether crushes of an earlier visit were not loaded yet. */
    hasEarlier,
    /**
     * Sends all crushes, also those of earlier visits. The requests of those that are loaded start before it returns.
     * Resolves when the server has decided on them, or after some time.
     */
    async flush(timeoutMs: number): Promise<void> {
      for (const { memberId } of store.read()) void release(memberId);
      const me = stored.readOwner();
      if (me !== undefined && hasEarlier()) await Promise.race([releaseEarlier(me), pause(timeoutMs)]);
      const isDone = () => store.read().every(({ state }) => state === "stale");
      if (isDone()) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const unsubscribe = store.subscribe(() => isDone() && done());
        const timer = setTimeout(done, timeoutMs);
      });
    },
  };
}

/** The crushes of the logged-in member. */
export const heldCrushes = createHeldCrushes(createMemberDb("held-crushes", ["me", "memberId"]));

const NONE: readonly HeldCrush[] = [];

export const useHeldCrushes = (): readonly HeldCrush[] =>
  useSyncExternalStore(heldCrushes.subscribe, heldCrushes.read, () => NONE);

export const useHeldCrush = (memberId: string): HeldCrush | undefined =>
  useHeldCrushes().find((crush) => crush.memberId === memberId);
