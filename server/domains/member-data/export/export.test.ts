import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
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
