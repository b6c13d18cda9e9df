import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import {
  createDataCopyLink,
  deleteAccount,
  getDataCopy,
  requestDataCopy,
  requestDataExport,
} from "#contract/member-data/member-data.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, newToken, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });

const ask = (me: TestMember) => app.call(requestDataExport, { body: { password: PASSWORD } }, me.token);
const query = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);
const linkOf = async (me: TestMember) => (await ask(me)).body.url;

describe("an export link", () => {
  test("downloads a ZIP file, once, for its owner only", async () => {
    const me = await createCompleteMember(app);
    expect((await app.fetch("/api/account/export", { method: "POST" })).status).toBe(401);
    const url = await linkOf(me);
    const head = await fetch(app.address + url, { method: "HEAD" });
    expect(head.status).toBe(404);
    const reply = await fetch(app.address + url);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="spotter-data.zip"',
      "cache-control": "no-store",
    });
    const files = await readZip(Buffer.from(await reply.arrayBuffer()));
    expect(JSON.parse(String(files.get("account.json")))).toMatchObject({ username: me.username, email: me.email });
    const again = await app.fetch(url);
    expect([again.status, again.body.code]).toEqual([400, "token_invalid"]);
    expect((await app.fetch("/api/account/export/nonsense")).status).toBe(400);
  });

  test("is valid for a minute, and not after the account is deleted", async () => {
    const [late, leaver] = [await createCompleteMember(app), await createCompleteMember(app)];
    const links = [await linkOf(late), await linkOf(leaver)];
    await query("update data_exports set created_at = now() - interval '61 seconds' where member_id = $1", late.id);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, leaver.token);
    for (const link of links) expect((await app.fetch(link)).status).toBe(400);
  });

  test("can be requested five times a day", async () => {
    const me = await createCompleteMember(app);
    for (let i = 0; i < 5; i++) expect((await ask(me)).status).toBe(200);
    const { status, body, headers } = await ask(me);
    expect([status, body.code]).toEqual([429, "data_export_rate_limit"]);
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    await query("update data_exports set created_at = created_at - interval '25 hours' where member_id = $1", me.id);
    expect((await ask(me)).status).toBe(200);
  });

  test("requested concurrently is counted each time", async () => {
    const me = await createCompleteMember(app);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(me)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

test("allows one running download per member; an aborted one allows the next", async () => {
  const me = await createCompleteMember(app);
  const form = new FormData();
  form.append("photos", new Blob([new Uint8Array(await makeJpeg(60, 80))]), "a.jpg");
  await app.call(addPhotos, { form }, me.token);
  const stuck = new Readable({ read() {} });
  const reading = vi
    .spyOn(app.ctx.photos, "read")
    .mockResolvedValue({ bytes: 1, stream: stuck } as unknown as Awaited<ReturnType<typeof app.ctx.photos.read>>);
  const [first, second] = [await linkOf(me), await linkOf(me)];
  const leaving = new AbortController();
  const reply = await fetch(app.address + first, { signal: leaving.signal });
  expect(reply.status).toBe(200);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  for (const refused of [await ask(me), await app.fetch(second)]) {
    expect([refused.status, refused.body.message]).toEqual([429, "Your last download is still under way."]);
    expect(refused.headers.get("retry-after")).toBe("60");
  }
  leaving.abort();
  await expect.poll(async () => (await ask(me)).status).toBe(200);
  expect(stuck.destroyed).toBe(true);
  reading.mockRestore();
  const whole = await fetch(app.address + second);
  expect((await readZip(Buffer.from(await whole.arrayBuffer()))).has("photos/1.webp")).toBe(true);
});

test("is deleted after a day", async () => {
  const me = await createCompleteMember(app);
  await linkOf(me);
  await query("update data_exports set created_at = now() - interval '25 hours'");
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
  await expect.poll(async () => (await query("select 1 from data_exports")).rowCount, { timeout: 10_000 }).toBe(0);
});

describe("a prepared copy", () => {
  const read = async (me: TestMember) => (await app.call(getDataCopy, {}, me.token)).body.copy;
  const prepare = (me: TestMember) => app.call(requestDataCopy, { body: { password: PASSWORD } }, me.token);
  const ready = async (me: TestMember) => {
    await prepare(me);
    await expect.poll(() => read(me), { timeout: 20_000 }).toMatchObject({ state: "ready" });
  };
  const link = ({ token }: TestMember) => app.call(createDataCopyLink, {}, token);
  const stored = () => Array.fromAsync(app.ctx.exports.list());

  test("is written by a job, has the same files as a download, and its link works once", async () => {
    const me = await createCompleteMember(app);
    expect(await read(me)).toBeNull();
    expect((await link(me)).status).toBe(404);
    expect((await app.call(requestDataCopy, { body: { password: "another" } }, me.token)).body.code).toBe(
      "wrong_password",
    );
    await ready(me);
    const copy = await read(me);
    const { url } = (await link(me)).body;
    const reply = await fetch(app.address + url);
    expect(reply.headers.get("content-length")).toBe(String(copy?.bytes));
    const files = await readZip(Buffer.from(await reply.arrayBuffer()));
    const live = await readZip(Buffer.from(await (await fetch(app.address + (await linkOf(me)))).arrayBuffer()));
    expect([...files.keys()]).toEqual([...live.keys()]);
    expect((await app.fetch(url)).body.code).toBe("token_invalid");
  });

  test("is asked for once at a time, and five times a day", async () => {
    const me = await createCompleteMember(app);
    const copies = await Promise.all(Array.from({ length: 4 }, () => prepare(me)));
    expect(copies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (let i = 1; i < 5; i++) await ready(me);
    await expect.poll(async () => (await prepare(me)).status, { timeout: 20_000 }).toBe(429);
    expect((await prepare(me)).body.code).toBe("data_export_rate_limit");
  });

  test("needs a recent authentication, of this session", async () => {
    const me = await createCompleteMember(app);
    await ready(me);
    const elsewhere = await newToken(app, me);
    await query("update sessions set authenticated_at = now() - interval '11 minutes' where member_id = $1", me.id);
    for (const token of [me.token, elsewhere])
      expect((await app.call(createDataCopyLink, {}, token)).body.code).toBe("reauthentication_required");
    await prepare(me);
    await expect.poll(() => read(me), { timeout: 20_000 }).toMatchObject({ state: "ready" });
    expect((await link(me)).status).toBe(200);
    expect((await app.call(createDataCopyLink, {}, elsewhere)).body.code).toBe("reauthentication_required");
  });

  test("ends with the account, after a day, and with a newer one; files of none are deleted", async () => {
    const [me, late, leaver] = [
      await createCompleteMember(app),
      await createCompleteMember(app),
      await createCompleteMember(app),
    ];
    for (const one of [me, late, leaver]) await ready(one);
    await app.ctx.exports.put(`${crypto.randomUUID()}-0`, Buffer.from("of a killed process"));
    const { url } = (await link(leaver)).body;
    await app.call(deleteAccount, { body: { password: PASSWORD } }, leaver.token);
    expect((await app.fetch(url)).body.code).toBe("token_invalid");
    await query("update data_copies set ready_at = now() - interval '25 hours' where member_id = $1", late.id);
    expect([await read(late), (await link(late)).status]).toEqual([null, 404]);
    const before = await query("select attempt from data_copies where member_id = $1", me.id);
    await ready(me);
    await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
    expect((await query("select attempt from data_copies where member_id = $1", me.id)).rows).not.toEqual(before.rows);
    // Copies of other tests are there, too.
    const ofNone = async () => {
      const { rows } = await query("select attempt || '-0' as name from data_copies");
      const kept = new Set(rows.map(({ name }) => name));
      return (await stored()).filter((name) => !kept.has(name));
    };
    await expect.poll(ofNone, { timeout: 20_000 }).toEqual([]);
    expect((await query("select from data_copies where member_id = any($1)", [late.id, leaver.id])).rowCount).toBe(0);
  });

  test("is begun anew by another process if its own stops", async () => {
    const me = await createCompleteMember(app);
    const waiting = `from jobs.job where name = 'prepare-data-copy' and start_after > now()
      and data->>'copyId' = (select id::text from data_copies where member_id = $1)`;
    app.ctx.draining.now = true;
    await prepare(me);
    await expect.poll(async () => (await query(`select ${waiting}`, me.id)).rowCount, { timeout: 20_000 }).toBe(1);
    app.ctx.draining.now = false;
    expect(await read(me)).toMatchObject({ state: "preparing" });
    await query(`update jobs.job set start_after = now() where id in (select id ${waiting})`, me.id);
    await expect.poll(() => read(me), { timeout: 20_000 }).toMatchObject({ state: "ready" });
  });

  test("that comes no further counts as failed, and can be asked for again", async () => {
    const me = await createCompleteMember(app);
    await query(
      `insert into data_copies (id, member_id, attempt, percent, active_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 40, now() - interval '16 minutes')`,
      me.id,
    );
    expect(await read(me)).toMatchObject({ state: "failed", percent: 40 });
    await ready(me);
  });

  test("that waits for others' copies is being prepared, until its job must be lost", async () => {
    const me = await createCompleteMember(app);
    const ask = (ago: string) =>
      query(
        `insert into data_copies (id, member_id, active_at) values (gen_random_uuid(), $1, now() - interval '${ago}')
         on conflict (member_id) do update set active_at = excluded.active_at`,
        me.id,
      );
    await ask("110 minutes");
    expect(await read(me)).toMatchObject({ state: "preparing", percent: 0 });
    await ask("130 minutes");
    expect(await read(me)).toMatchObject({ state: "failed", percent: 0 });
  });
});
