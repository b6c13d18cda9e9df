import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { browse, findUnavailable, getMember } from "#contract/discovery/discovery.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { CARDS_MAX } from "#contract/limits.ts";
import { type ProfileChange, updateProfile } from "#contract/members/profiles.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { RANKED_MAX } from "#server/domains/discovery/search/discovery.queries.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { newId } from "#server/platform/lib/ids.ts";
import {
  createBulkMembers,
  createCompleteMember,
  createMatch,
  createMember,
  type TestMember,
} from "#server/testing/members.ts";
import { forgetSessions } from "#server/testing/sessions.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const all = async (viewer: TestMember, query: { limit?: number; cursor?: string } = {}) =>
  (await app.call(browse, { query }, viewer.token)).body;
const idsOf = (profiles: readonly { id: string }[]) => profiles.map((profile) => profile.id);
const setActive = (member: TestMember, days: number) =>
  app.database.pool.query("update search_index set active_on = active_on - $1::int where member_id = $2", [
    days,
    member.id,
  ]);

describe("browsing", () => {
  // @spec 3.browse-profile-item 7.get-api-profile-2
  test("lists complete members, the best match first, without private data", async () => {
    const viewer = await createCompleteMember(app);
    const [close, sent] = [await createCompleteMember(app), await createCompleteMember(app)];
    const less = await createCompleteMember(app, {
      interests: ["Yoga", "Pilates", "Weightlifting"],
      lookingFor: "Not sure yet",
    });
    const incomplete = await createMember(app);
    await app.call(sendCrush, { body: { recipientId: sent.id } }, viewer.token);
    const { profiles } = await all(viewer);
    expect(idsOf(profiles)).toEqual([close.id, less.id, sent.id]);
    expect(idsOf(profiles)).not.toContain(incomplete.id);
    expect(profiles[0]).toMatchObject({
      distance: "Under 5 miles",
      crushSent: false,
      reasons: [
        { kind: "interests", text: "Weightlifting, Running +1" },
        { kind: "lookingFor", text: "Also wants a workout partner" },
      ],
    });
    expect(profiles[1]?.reasons).toEqual([{ kind: "interests", text: "Weightlifting" }]);
    expect(profiles[2]?.crushSent).toBe(true);
    expect(JSON.stringify(profiles)).not.toMatch(/example\.com|coordinates|cell|born|active|notifications|filters/i);
  });

  test("names a reason for everyone, and matches apart from crushes", async () => {
    const alone: ProfileChange = { interests: ["Tennis", "Soccer", "Dance"], lookingFor: "Not sure yet" };
    const [viewer, match] = await createMatch(app);
    const admirer = await createCompleteMember(app, alone);
    await app.call(sendCrush, { body: { recipientId: viewer.id } }, admirer.token);
    // Another town of the same name.
    const old = { ...alone, location: "Austin, MN" };
    const [far, near, fresh] = [
      await createCompleteMember(app, { ...old, coordinates: { coordinates: [-97.4, 30.5] } }),
      await createCompleteMember(app, { ...old, coordinates: { coordinates: [-97.743, 30.267] } }),
      await createCompleteMember(app, { ...old, coordinates: { coordinates: [-97.4, 30.5] } }),
    ];
    await app.database.pool.query("update search_index set joined_on = joined_on - 60 where member_id = $1", [far.id]);
    const { profiles } = await all(viewer);
    const cardOf = ({ id }: TestMember) => profiles.find((profile) => profile.id === id);
    expect(cardOf(match)).toMatchObject({ crushSent: true, crushedOnMe: false, isMatch: true });
    expect(cardOf(admirer)).toMatchObject({ crushSent: false, crushedOnMe: true, isMatch: false });
    expect([admirer, near, fresh, far].map((one) => cardOf(one)?.reasons)).toEqual([
      [{ kind: "place", text: "Also in Austin" }],
      [{ kind: "place", text: "Lives near you" }],
      [{ kind: "new", text: "New here" }],
      [{ kind: "fit", text: "Your ages fit" }],
    ]);
    expect(profiles.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
  });

  test("ranks recently active members before others", async () => {
    const viewer = await createCompleteMember(app, { interests: ["MMA", "Boxing", "HIIT"] });
    const [idle, busy] = [
      await createCompleteMember(app, { interests: ["MMA", "Boxing", "HIIT"] }),
      await createCompleteMember(app, { interests: ["MMA", "Boxing", "HIIT"] }),
    ];
    await setActive(idle, 30);
    const ids = idsOf((await all(viewer)).profiles);
    expect(ids.indexOf(busy.id)).toBeLessThan(ids.indexOf(idle.id));
  });

  // @spec 7.get-api-profile-2
  test("pages without duplicates or gaps under concurrent changes, demo members last", async () => {
    const viewer = await createCompleteMember(app);
    const demo = await createCompleteMember(app);
    await app.database.pool.query("update search_index set is_demo = true where member_id = $1", [demo.id]);
    const before = idsOf((await all(viewer)).profiles);
    const paged: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      const { profiles, nextCursor } = await all(viewer, { limit: 2, ...(cursor && { cursor }) });
      paged.push(...idsOf(profiles));
      if (!nextCursor) break;
      cursor = nextCursor;
      if (page === 0) await createCompleteMember(app);
      const gone = before[before.length - 2] as string;
      if (page === 1) await app.database.pool.query("delete from search_index where member_id = $1", [gone]);
    }
    expect(paged).toEqual(before.filter((id) => id !== before[before.length - 2]));
    expect(paged.at(-1)).toBe(demo.id);
  });

  test("takes the same number of statements for any number of cards", async () => {
    const viewer = await createCompleteMember(app);
    await Promise.all(Array.from({ length: 5 }, () => createCompleteMember(app)));
    const cursor = (await all(viewer, { limit: 1 })).nextCursor ?? "";
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const countFor = async (limit: number) => {
      statements.mockClear();
      forgetSessions(app);
      expect((await all(viewer, { limit, cursor })).profiles).toHaveLength(limit);
      return statements.mock.calls.length;
    };
    // The session, the searcher, and the page with its cards. Limits, which are off here, are read beside the searcher.
    expect([await countFor(1), await countFor(4)]).toEqual([3, 3]);
    statements.mockRestore();
  });

  test("starts a new list if the cursor's is deleted, and rejects an invalid cursor", async () => {
    const viewer = await createCompleteMember(app);
    const { profiles, nextCursor } = await all(viewer, { limit: 1 });
    await app.database.pool.query("delete from search_results");
    const again = await app.call(browse, { query: { limit: 1, cursor: nextCursor ?? "" } }, viewer.token);
    expect(again.status).toBe(200);
    // The members of the old list are unknown, so the new one starts from the top.
    expect(idsOf(again.body.profiles)).toEqual(idsOf(profiles));
    const stranger = await createCompleteMember(app);
    expect((await app.call(browse, { query: { cursor: nextCursor ?? "" } }, stranger.token)).status).toBe(200);
    expect((await app.call(browse, { query: { cursor: "nonsense" } }, viewer.token)).status).toBe(400);
    for (const limit of ["many", "0", "101", "1.5"]) {
      const { status, body } = await app.fetch(`/api/profile/all?limit=${limit}`, {
        headers: { authorization: `Bearer ${viewer.token}` },
      });
      expect([status, body.message]).toEqual([400, "A limit is a whole number from 1 to 100"]);
    }
  });

  test("reuses a full result for a minute, and recomputes a small one each time", async () => {
    const place = { coordinates: { coordinates: [-111.65, 35.19] as [number, number] } };
    const [viewer, crowd] = [
      await createCompleteMember(app, place),
      await createBulkMembers(app, Array(RANKED_MAX).fill(place)),
    ];
    const first = await all(viewer, { limit: 5 });
    const newcomer = await createCompleteMember(app, place);
    await app.database.pool.query("update search_index set active_on = active_on - 30 where member_id <> $1", [
      newcomer.id,
    ]);
    expect(idsOf((await all(viewer, { limit: 5 })).profiles)).toEqual(idsOf(first.profiles));
    await app.database.pool.query("delete from search_index where member_id = $1", [first.profiles[0]?.id]);
    expect(idsOf((await all(viewer, { limit: 4 })).profiles)).toEqual(idsOf(first.profiles.slice(1)));
    const page = await all(viewer, { limit: 5 });
    const order = idsOf((await all(viewer, { limit: 100, cursor: page.nextCursor ?? "" })).profiles);
    await app.database.pool.query("update search_results set used_at = used_at - interval '29 minutes'");
    await app.database.pool.query("update search_index set gender = 1 where member_id = any($1::uuid[])", [
      order.slice(0, 90),
    ]);
    await app.call(updateFilters, { body: { gender: ["Women"] } }, viewer.token);
    const beyond = await all(viewer, { limit: 5, cursor: page.nextCursor ?? "" });
    expect(idsOf(beyond.profiles)).toEqual(order.slice(90, 95));
    const { rows } = await app.database.pool.query(
      "select max(used_at) > now() - interval '1 minute' as kept from search_results",
    );
    expect(rows).toEqual([{ kept: true }]);
    await app.call(updateFilters, { body: { gender: [] } }, viewer.token);
    await app.database.pool.query("update search_results set created_at = created_at - interval '61 seconds'");
    expect(idsOf((await all(viewer, { limit: 1 })).profiles)).toEqual([newcomer.id]);
    const boxer = await createCompleteMember(app, { ...place, interests: ["MMA", "Boxing", "HIIT"] });
    await app.call(updateProfile, { body: { interests: ["MMA", "Boxing", "HIIT"] } }, viewer.token);
    expect(idsOf((await all(viewer, { limit: 1 })).profiles)).toEqual([boxer.id]);
    await app.database.pool.query("delete from search_index where member_id = any($1::uuid[])", [
      crowd.map(({ id }) => id),
    ]);
  });
});

describe("unavailable members of a list", () => {
  test("are those who are hidden, blocked in either direction, ended or unknown; a filter is not a reason", async () => {
    const [me, ended] = await createMatch(app);
    const [there, hidden, blocker, blocked] = await Promise.all(
      Array.from({ length: 4 }, () => createCompleteMember(app)),
    );
    const nobody = newId();
    const ids = [there, hidden, blocker, blocked, ended].map((member) => member?.id ?? "").concat(nobody);
    await app.ctx.transact(async (tx) => {
      await tx
        .updateTable("members")
        .set({ status: "hidden" })
        .where("id", "=", hidden?.id ?? "")
        .execute();
      await reindexMember(tx, hidden?.id ?? "");
    });
    await app.call(blockMember, { body: { userId: me.id } }, blocker?.token);
    await app.call(blockMember, { body: { userId: blocked?.id ?? "" } }, me.token);
    await app.call(unmatch, { body: { userId: ended.id } }, me.token);
    await app.call(updateFilters, { body: { ageMin: 90 } }, me.token);
    const { body } = await app.call(findUnavailable, { body: { ids } }, me.token);
    expect(body.gone).toEqual(ids.slice(1));
    const many = Array.from({ length: CARDS_MAX + 1 }, () => nobody);
    expect((await app.call(findUnavailable, { body: { ids: many } }, me.token)).status).toBe(400);
  });
});

describe("another member's page", () => {
  // @spec 3.user-summary-nothing 7.get-api-users
  test("has public fields only, and 404 for unavailable members", async () => {
    const [a, b] = await createMatch(app);
    const view = (userId: string, viewer = a) => app.call(getMember, { params: { userId } }, viewer.token);
    const { status, body } = await view(b.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ crushSent: true, isMatch: true, user: { username: b.username } });
    expect(Object.keys(body.user.profile).sort()).toEqual(
      ["age", "bio", "bodyType", "gender", "height", "interests", "location", "lookingFor", "photos", "prompts"].sort(),
    );
    for (const userId of [newId(), "nonsense", "%00", "x".repeat(150)]) expect((await view(userId)).status).toBe(404);
    await app.database.pool.query("update members set status = 'hidden' where id = $1", [b.id]);
    expect((await view(b.id)).status).toBe(200);
    expect((await view(b.id, await createMember(app))).status).toBe(404);
  });
});
