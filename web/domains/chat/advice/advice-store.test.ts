import { expect, test, vi } from "vitest";
import type { AdviceDb } from "#web/domains/chat/advice/advice-db.ts";
import { createAdviceStore } from "#web/domains/chat/advice/advice-store.ts";

type Row = Parameters<AdviceDb["put"]>[1] & { readonly me: string };

/** A database that outlives the page. */
function createDb() {
  const rows = new Map<string, Row>();
  const db: AdviceDb = {
    load: async (me) => [...rows.values()].filter((row) => row.me === me).map(({ me: _, ...row }) => row),
    put: async (me, advice) => void rows.set(`${me} ${advice.userId}`, { ...advice, me }),
    remove: async (keys) => {
      for (const [me, userId] of keys) rows.delete(`${me} ${userId}`);
    },
    deleteOthers: async (me) => {
      for (const [key, row] of rows) if (row.me !== me) rows.delete(key);
    },
  };
  return { db, stored: () => [...rows.keys()] };
}

async function open(db: AdviceDb, me = "me") {
  const store = createAdviceStore(db);
  store.open(me);
  await store.whenSaved();
  return store;
}

test("what was done in a conversation adds up, and is there at the next visit", async () => {
  const { db } = createDb();
  const store = await open(db);
  store.add("her", { hidden: ["link"] });
  store.add("her", { hidden: ["money", "link"], answeredSeq: 7 });
  store.add("her", { answeredSeq: 3, showsPictures: true });
  await store.whenSaved();
  const expected = { hidden: ["link", "money"], answeredSeq: 7, showsPictures: true };
  expect(store.read("her")).toEqual(expected);
  expect(store.read("him").hidden).toEqual([]);
  expect((await open(db)).read("her")).toEqual(expected);
});

test("what is done before the stored state is loaded is added to it", async () => {
  const { db } = createDb();
  const before = await open(db);
  before.add("her", { hidden: ["link"] });
  await before.whenSaved();
  const store = createAdviceStore(db);
  store.open("me");
  store.add("her", { showsPictures: true });
  expect(store.read("her")).toMatchObject({ hidden: [], showsPictures: true });
  await store.whenSaved();
  const expected = { hidden: ["link"], answeredSeq: 0, showsPictures: true };
  expect(store.read("her")).toEqual(expected);
  expect((await open(db)).read("her")).toEqual(expected);
});

test("is deleted for another member, and forgotten at a logout, after which nothing is stored", async () => {
  const { db, stored } = createDb();
  const store = await open(db);
  store.add("her", { showsPictures: true });
  await store.whenSaved();
  store.close();
  store.add("him", { showsPictures: true });
  await store.whenSaved();
  expect([store.read("her").showsPictures, stored()]).toEqual([false, ["me her"]]);
  await open(db, "somebody else");
  expect(stored()).toEqual([]);
});

test("without a database it lives as long as the tab, and listeners hear of each change", async () => {
  const refuse = () => Promise.reject(new Error("storage is forbidden"));
  const store = await open({ load: refuse, put: refuse, remove: refuse, deleteOthers: refuse });
  const listener = vi.fn();
  store.subscribe(listener);
  store.add("her", { hidden: ["phone"] });
  expect(store.read("her").hidden).toEqual(["phone"]);
  expect(listener).toHaveBeenCalledOnce();
});
