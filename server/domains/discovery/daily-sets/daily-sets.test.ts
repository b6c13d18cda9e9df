import { beforeEach, describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { passMember, undoPass } from "#contract/discovery/passes.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { CARDS_A_DAY, DAILY_SET_FROM, DAILY_SET_SIZE, FULL_WEEK_SETS } from "#contract/limits.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { addCrowd } from "#server/testing/daily-sets.ts";
import {
  COMPLETE_PROFILE,
  confirmEmail,
  createCompleteMember,
  createMembers,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { limitMembers, testApp } from "#server/testing/test-app.ts";

const DAY_MS = 24 * 3600 * 1000;
const MONDAY = Date.parse("2027-03-01T12:00:00Z");

let time = MONDAY;
const now = () => new Date(time);
const app = testApp({ trustProxy: "loopback", fullWeekBonus: 1 }, { now, sharedWith: "others" });
const elsewhere = testApp({ fullWeekBonus: 1 }, { now, sharedWith: app });

/** Moves to a day of the first week, or a later one. 0 is Monday. */
const goTo = (day: number): void => {
  time = MONDAY + day * DAY_MS;
};
beforeEach(() => goTo(0));

const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

/** Each test has a town of its own, far from the others. */
let towns = 0;
const nextTown = (): number => 5 * towns++ - 120;
/** A degree of latitude is 69 miles. */
const at = (town: number, miles = 1) => ({
  coordinates: { coordinates: [town, 20 + miles / 69] as [number, number] },
});
const createMembersAt = async (town: number, count: number): Promise<TestMember[]> =>
  createMembers(
    app,
    Array.from({ length: count }, () => ({ profile: { ...COMPLETE_PROFILE, ...at(town) } })),
  );

/** @param count members whom a set can have */
const createTown = async (count: number): Promise<{ me: TestMember; others: TestMember[]; town: number }> => {
  const town = nextTown();
  const [me, ...others] = await createMembersAt(town, count + 1);
  if (!me) throw new Error("nobody was made");
  await addCrowd(app, me.id, at(town));
  return { me, others, town };
};

const ask = (me: TestMember, { on = app } = {}) => on.call(getDailySet, {}, me.token);
const read = async (me: TestMember) => {
  const { status, body } = await ask(me);
  expect(status).toBe(200);
  if (!body.dailySet) throw new Error("there is no set");
  return body.dailySet;
};
const idsIn = async (me: TestMember) => (await read(me)).profiles.map(({ id }) => id);
const idsOf = (members: readonly TestMember[]) => members.map(({ id }) => id).toSorted();
const pass = (me: TestMember, { id }: { id: string }) => app.call(passMember, { params: { userId: id } }, me.token);
const crush = (me: TestMember, { id }: { id: string }) => app.call(sendCrush, { body: { recipientId: id } }, me.token);
const decide = async (me: TestMember): Promise<void> => {
  for (const id of await idsIn(me)) expect((await pass(me, { id })).status).toBe(200);
};
const statesOf = async (me: TestMember) => (await read(me)).week.map(({ state }) => state);
const balanceOf = async ({ token }: TestMember) => (await app.call(getWallet, {}, token)).body.balance;
const bonusesOf = async ({ token }: TestMember) =>
  (await app.call(getWallet, {}, token)).body.history.filter(({ item }) => item === "full week");
const turn = (me: TestMember, dailySet: boolean) => app.call(updatePrivacy, { body: { dailySet } }, me.token);

/** A new member joins before each day, so that somebody is in the set. */
async function completeDays(me: TestMember, town: number, days: readonly number[]): Promise<void> {
  for (const day of days) {
    goTo(day);
    await createCompleteMember(app, at(town));
    await decide(me);
    expect((await read(me)).racked).toBe(1);
  }
}

describe("a daily set", () => {
  test("is of the five best matches, the same all day, in whatever order Browse is", async () => {
    const { me, others: near, town } = await createTown(7);
    await createCompleteMember(app, at(town, 40));
    const best = (await app.call(browse, {}, me.token)).body.profiles.map(({ id }) => id);
    const first = await read(me);
    expect(first).toMatchObject({ day: "2027-03-01", size: DAILY_SET_SIZE, racked: 0, bonus: "needs_email" });
    expect(first.profiles.map(({ id }) => id)).toEqual(best.slice(0, DAILY_SET_SIZE));
    expect(first.profiles[0]).toMatchObject({ crushSent: false, distance: expect.any(String), photos: [] });

    await createCompleteMember(app, { ...at(town), interests: ["Boxing", "HIIT", "MMA"] });
    await app.call(updateFilters, { body: { sort: "newest" } }, me.token);
    expect(await read(me)).toEqual(first);

    goTo(1);
    const next = await idsIn(me);
    const seen = new Set(first.profiles.map(({ id }) => id));
    expect(next.some((id) => seen.has(id))).toBe(false);
    expect(next).toEqual(expect.arrayContaining(near.map(({ id }) => id).filter((id) => !seen.has(id))));
  });

  test("has nobody twice in a week, unless nobody else is there, and then those who are not decided", async () => {
    const { me, others } = await createTown(6);
    const first = await idsIn(me);
    const rest = idsOf(others).filter((id) => !first.includes(id));
    goTo(1);
    expect(await idsIn(me)).toEqual(rest);
    const [crushed, passed] = first;
    await crush(me, { id: crushed ?? "" });
    await pass(me, { id: passed ?? "" });
    goTo(2);
    expect((await idsIn(me)).toSorted()).toEqual(idsOf(others).filter((id) => id !== crushed && id !== passed));
  });

  test("has demo members only if nobody else is there", async () => {
    const { me, others, town } = await createTown(2);
    const ids = idsOf(others);
    await query("update members set is_demo = true where id = any($1)", ids);
    await query("update search_index set is_demo = true where member_id = any($1)", ids);
    expect((await idsIn(me)).toSorted()).toEqual(ids);
    goTo(1);
    const real = await createCompleteMember(app, at(town));
    expect(await idsIn(me)).toEqual([real.id]);
    goTo(2);
    // A real member of yesterday comes before a demo member.
    expect(await idsIn(me)).toEqual([real.id]);
  });
});

describe("the members of a set", () => {
  test("are racked by a crush, a pass, and when they cannot be shown any more", async () => {
    const { me, others } = await createTown(5);
    const [crushed, passed, hidden, blocking, last] = others;
    if (!crushed || !passed || !hidden || !blocking || !last) throw new Error("five were made");
    expect((await idsIn(me)).toSorted()).toEqual(idsOf(others));
    const racked = async () => {
      const { size, racked: count, profiles } = await read(me);
      expect([size, profiles.length]).toEqual([5, 5 - count]);
      return count;
    };
    await crush(me, crushed);
    expect(await racked()).toBe(1);
    await pass(me, passed);
    expect(await racked()).toBe(2);
    await app.call(undoPass, { params: { userId: passed.id } }, me.token);
    expect(await racked()).toBe(1);
    await pass(me, passed);
    await app.call(updatePrivacy, { body: { hidden: true } }, hidden.token);
    expect(await racked()).toBe(3);
    await app.call(blockMember, { body: { userId: me.id } }, blocking.token);
    expect(await racked()).toBe(4);
    expect(await statesOf(me)).toEqual(["open", ...Array(6).fill("future")]);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, last.token);
    expect(await racked()).toBe(5);
    expect(await statesOf(me)).toEqual(["done", ...Array(6).fill("future")]);

    // Decisions stay.
    const [{ completed_at: completedAt }] = (await query(
      "select completed_at from daily_sets where member_id = $1",
      me.id,
    )) as [{ completed_at: Date }];
    await app.call(undoPass, { params: { userId: passed.id } }, me.token);
    expect(await read(me)).toMatchObject({ racked: 5, profiles: [] });
    expect(await query("select completed_at from daily_sets where member_id = $1", me.id)).toEqual([
      { completed_at: completedAt },
    ]);
  });

  test("who want nobody like the viewer any more are racked", async () => {
    const { me, others } = await createTown(2);
    expect(await read(me)).toMatchObject({ size: 2, racked: 0 });
    await app.call(updateFilters, { body: { gender: ["Men"] } }, others[0]?.token);
    expect(await read(me)).toMatchObject({ size: 2, racked: 1 });
  });

  test("do not learn of it", async () => {
    const { me, others } = await createTown(2);
    const devices = await Promise.all(others.map(({ token }) => connectDevice(app, token)));
    await decide(me);
    expect((await read(me)).racked).toBe(2);
    for (const device of devices) {
      expect(device.received).toEqual([]);
      device.close();
    }
  });

  test("are counted as cards of the day", async () => {
    const [{ me, others }, { me: late }] = [await createTown(3), await createTown(2)];
    const usage = async ({ id }: TestMember) =>
      (await query("select count from member_usage where member_id = $1 and kind = 'cards'", id)).map(
        ({ count }) => count,
      );
    const before = app.ctx.config.rateLimits;
    limitMembers(app);
    try {
      await read(me);
      await read(me);
      expect(await usage(me)).toEqual([others.length]);
      await query(
        `insert into member_usage (member_id, kind, count, people, ends_at)
         select $1, 'cards', $2, (select decode(string_agg(lpad(to_hex(n), 16, '0'), ''), 'hex')
           from generate_series(1, $2) as n), now() + interval '3 hours'`,
        late.id,
        CARDS_A_DAY.restricted - 1,
      );
      const { body } = await ask(late);
      expect(body).toMatchObject({ dailySet: { size: 2, racked: 0 } });
      expect(body.dailySet?.profiles).toHaveLength(1);
      await query(
        `update member_usage set people = substring(people for 8 * (count - 1)) || '\\x0000000000000000'
         where member_id = $1 and kind = 'cards'`,
        late.id,
      );
      expect(await ask(late)).toMatchObject({ status: 429, body: { code: "daily_browse_limit" } });
    } finally {
      Object.assign(app.ctx.config, { rateLimits: before });
    }
  });
});

describe("a set", () => {
  test("is made once, also by concurrent requests", async () => {
    const { me } = await createTown(8);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask(me, { on: i % 2 === 0 ? app : elsewhere })),
    );
    const [first] = replies;
    expect(first?.body.dailySet?.profiles).toHaveLength(5);
    for (const { status, body } of replies) expect([status, body]).toEqual([200, first?.body]);
    expect(await query("select day from daily_sets where member_id = $1", me.id)).toEqual([{ day: "2027-03-01" }]);
  });

  // @spec 2.browse.grid-whole
  test("is absent while the search finds fewer than fifteen people, however many of them are decided later", async () => {
    const town = nextTown();
    const [me] = (await createMembersAt(town, DAILY_SET_FROM - 1)) as [TestMember];
    await addCrowd(app, me.id, at(town), 1);
    expect((await ask(me)).body).toEqual({ success: true, dailySet: null });
    await createMembersAt(town, 1);
    await decide(me);
    expect(await read(me)).toMatchObject({ size: 5, racked: 5 });
    await app.call(updateFilters, { body: { ageMin: 60 } }, me.token);
    expect((await ask(me)).body.dailySet).toBeNull();
  });

  test("is replaced, once, when the viewer moves or somebody in it does not fit the filters any more", async () => {
    const [{ me, others, town }, away] = [await createTown(7), nextTown()];
    expect(await idsIn(me)).toHaveLength(5);
    await addCrowd(app, me.id, at(away));
    const there = await createMembersAt(away, 3);
    await app.call(updateProfile, { body: at(away) }, me.token);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask(me, { on: i % 2 === 0 ? app : elsewhere })),
    );
    for (const { body } of replies)
      expect(body.dailySet?.profiles.map(({ id }) => id).toSorted()).toEqual(idsOf(there));
    expect(await query("select size from daily_sets where member_id = $1", me.id)).toEqual([{ size: 3 }]);

    await app.call(updateProfile, { body: at(town) }, me.token);
    const [first] = await idsIn(me);
    const short = others.find(({ id }) => id === first);
    await app.call(updateProfile, { body: { height: `5'0"` } }, short?.token);
    expect(await idsIn(me)).toContain(first);
    await app.call(updateFilters, { body: { heightMin: `5'6"` } }, me.token);
    const next = await idsIn(me);
    expect([next.length, next.includes(first ?? "")]).toEqual([5, false]);
  });

  test("is absent while nobody fits, and begins with the first who does", async () => {
    const { me, town } = await createTown(0);
    expect((await ask(me)).body).toEqual({ success: true, dailySet: null });
    const other = await createCompleteMember(app, at(town));
    expect(await idsIn(me)).toEqual([other.id]);
  });

  test("is looked for with one use of the limit, also where nobody new fits", async () => {
    const { me, others } = await createTown(1);
    await read(me);
    await app.call(updatePrivacy, { body: { hidden: true } }, others[0]?.token);
    goTo(1);
    const before = app.ctx.config.rateLimits;
    limitMembers(app);
    try {
      expect((await ask(me)).body.dailySet).toBeNull();
      expect(await query("select count from member_usage where member_id = $1 and kind = 'rankings'", me.id)).toEqual([
        { count: 1 },
      ]);
    } finally {
      Object.assign(app.ctx.config, { rateLimits: before });
    }
  });

  test("is neither shown nor stored while it is turned off, and is the same one when turned on again", async () => {
    const { me } = await createTown(2);
    expect((await turn(me, false)).body.privacy.dailySet).toBe(false);
    expect((await ask(me)).body).toEqual({ success: true, dailySet: null });
    expect(await query("select from daily_sets where member_id = $1", me.id)).toEqual([]);
    expect((await turn(me, true)).body.privacy.dailySet).toBe(true);
    const set = await read(me);
    await turn(me, false);
    expect((await ask(me)).body.dailySet).toBeNull();
    await turn(me, true);
    expect(await read(me)).toEqual(set);
  });

  test("is not made by a request that overlaps with turning it off", async () => {
    for (let round = 0; round < 4; round++) {
      const { me } = await createTown(1);
      const [off, asked] = await Promise.all([turn(me, false), ask(me), ask(me, { on: elsewhere })]);
      expect([off.status, asked.status]).toEqual([200, 200]);
      const stored = await query("select from daily_sets where member_id = $1", me.id);
      await ask(me);
      expect(await query("select from daily_sets where member_id = $1", me.id)).toHaveLength(stored.length);
      expect((await ask(me)).body.dailySet).toBeNull();
    }
  });

  test("has no member who deletes the account at the same moment, and ends with its owner's account", async () => {
    const leave = async ({ token }: TestMember) => {
      const answer = await app.call(deleteAccount, { body: { password: PASSWORD } }, token);
      await eraseDeleted(app);
      return answer;
    };
    for (let round = 0; round < 4; round++) {
      const { me, others } = await createTown(3);
      const [gone] = others;
      if (!gone) throw new Error("three were made");
      const [asked, left] = await Promise.all([ask(me), leave(gone)]);
      expect([asked.status, left.status]).toEqual([200, 200]);
      expect(await query("select from daily_sets where member_ids @> array[$1::uuid]", gone.id)).toEqual([]);
      expect((await idsIn(me)).includes(gone.id)).toBe(false);
      await Promise.all([ask(me), leave(me)]);
      expect(await query("select from daily_sets where member_id = $1", me.id)).toEqual([]);
    }
  });
});

describe("a full week", () => {
  test("gives nothing unless the operator chose so", async () => {
    const { me, town } = await createTown(0);
    await confirmEmail(app, me);
    Object.assign(app.ctx.config, { fullWeekBonus: 0 });
    try {
      await completeDays(me, town, [0, 1, 2, 3]);
      expect([await balanceOf(me), await read(me)]).toMatchObject([5, { bonus: "open", fullWeekBonus: 0 }]);
    } finally {
      Object.assign(app.ctx.config, { fullWeekBonus: 1 });
    }
  });

  test("gives one crush for four sets from Monday to Sunday, once, whatever repeats and overlaps", async () => {
    const { me, town } = await createTown(0);
    await confirmEmail(app, me);
    expect(await balanceOf(me)).toBe(5);
    await completeDays(me, town, [0, 2, 3]);
    expect([await balanceOf(me), await bonusesOf(me)]).toEqual([5, []]);
    goTo(5);
    await createCompleteMember(app, at(town));
    expect(await read(me)).toMatchObject({ bonus: "open", fullWeekSets: FULL_WEEK_SETS, fullWeekBonus: 1 });
    await decide(me);
    const device = await connectDevice(app, me.token);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ask(me, { on: i % 2 === 0 ? app : elsewhere })),
    );
    for (const { status, body } of replies) {
      expect([status, body.dailySet?.bonus]).toEqual([200, "granted"]);
      expect(body.dailySet?.week.map(({ state }) => state)).toEqual([
        "done",
        "none",
        "done",
        "done",
        "none",
        "done",
        "future",
      ]);
    }
    expect(await device.waitFor("balance_changed")).toEqual({ balance: 6 });
    device.close();
    expect(await bonusesOf(me)).toMatchObject([{ action: "bonus", amount: 1, change: 1 }]);
    await completeDays(me, town, [6]);
    expect([await balanceOf(me), await read(me)]).toMatchObject([6, { bonus: "granted" }]);

    await completeDays(me, town, [7, 8, 9]);
    expect([await balanceOf(me), await read(me)]).toMatchObject([6, { bonus: "open" }]);
    await completeDays(me, town, [10, 11]);
    expect([await balanceOf(me), await read(me)]).toMatchObject([7, { bonus: "granted" }]);
    const sources = `select source from ledger_entries join wallets on wallets.id = wallet_id
      where member_id = $1 and source like 'full_week:%' order by source`;
    expect(await query(sources, me.id)).toEqual([
      { source: "full_week:2027-03-01" },
      { source: "full_week:2027-03-08" },
    ]);
  });

  test("waits for a confirmed email address", async () => {
    const { me, town } = await createTown(0);
    await completeDays(me, town, [0, 1, 2, 3]);
    expect([await balanceOf(me), await read(me)]).toMatchObject([5, { bonus: "needs_email" }]);
    await confirmEmail(app, me);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask(me, { on: i % 2 === 0 ? app : elsewhere })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect([await balanceOf(me), await read(me)]).toMatchObject([6, { bonus: "granted" }]);
    expect(await bonusesOf(me)).toHaveLength(1);
  });

  test("counts a set whose last decision was made after the last request of its day", async () => {
    const { me, town } = await createTown(0);
    await confirmEmail(app, me);
    await completeDays(me, town, [3, 4, 5]);
    goTo(6);
    await createCompleteMember(app, at(town));
    await decide(me);
    // On Monday, of the week before.
    goTo(7);
    await Promise.all([ask(me), ask(me, { on: elsewhere }), ask(me)]);
    expect(await bonusesOf(me)).toHaveLength(1);
    expect(await query("select from daily_sets where member_id = $1 and completed_at is not null", me.id)).toHaveLength(
      4,
    );
  });

  test.each([
    ["was completed", [2, 3, 4, 6], 7],
    ["is open", [0, 1, 2, 3], 7],
    ["is missing", [0, 1, 2, 3], 9],
  ])(
    "is given later if the email address is confirmed on its Sunday and the set of the day before %s",
    async (_, days, next) => {
      const { me, town } = await createTown(0);
      await completeDays(me, town, days);
      goTo(6);
      await createCompleteMember(app, at(town));
      expect(await read(me)).toMatchObject({ bonus: "needs_email" });
      await confirmEmail(app, me);
      goTo(next);
      await Promise.all([ask(me), ask(me, { on: elsewhere }), ask(me)]);
      expect([await bonusesOf(me), await read(me)]).toMatchObject([[{ change: 1 }], { bonus: "open" }]);
    },
  );

  test("counts a set that is decided after midnight, when there is one of the new day", async () => {
    const { me, town } = await createTown(0);
    await confirmEmail(app, me);
    await completeDays(me, town, [0, 1]);
    goTo(2);
    const late = await createCompleteMember(app, at(town));
    expect(await idsIn(me)).toEqual([late.id]);
    await completeDays(me, town, [3]);
    expect(await read(me)).toMatchObject({ bonus: "open" });
    await pass(me, late);
    expect(await read(me)).toMatchObject({ bonus: "granted" });
    expect(await statesOf(me)).toEqual([...Array(4).fill("done"), ...Array(3).fill("future")]);
  });

  test("does not count a set whose last decision was made after the day that followed it", async () => {
    const { me, town } = await createTown(0);
    await createCompleteMember(app, at(town));
    const [id = ""] = await idsIn(me);
    goTo(2);
    await pass(me, { id });
    await createCompleteMember(app, at(town));
    expect(await statesOf(me)).toEqual(["none", "none", "open", ...Array(4).fill("future")]);
  });
});
