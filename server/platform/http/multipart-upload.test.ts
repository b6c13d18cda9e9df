import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { sendAttachment } from "#contract/chat/messages.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { imageForm, makeJpeg, makeProgressiveJpeg, photoForm } from "#server/testing/images.ts";
import { createBulkMembers, createMatch, createMember } from "#server/testing/members.ts";
import { FORM_END, PHOTO_HEADERS, PHOTO_STARTED, startUpload } from "#server/testing/slow-uploads.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const path = addPhotos.path;
const small = () => makeJpeg(60, 80);
const upload = async (app: TestApp, token: string, picture?: Buffer) =>
  app.call(addPhotos, { form: photoForm(picture ?? (await small())) }, token);
const folderOf = (app: TestApp) => join(app.ctx.config.dataDir, "uploads");
const spooled = (app: TestApp) => readdirSync(folderOf(app));
const [reason] = REPORT_REASONS;

async function makeTokens(app: TestApp, count: number): Promise<string[]> {
  const crowd = await createBulkMembers(
    app,
    Array.from({ length: count }, () => ({})),
  );
  return app.ctx.transact(async (tx) => {
    const tokens: string[] = [];
    for (const { id } of crowd) tokens.push(await startSession(app.ctx, tx, { memberId: id, device: "a test" }));
    return tokens;
  });
}

/** Test machines may be slower than the speed limit for uploads allows. */
const NO_SPEED_LIMIT = { windowMs: 600_000 };

describe("uploads", () => {
  const app = testApp({ trustProxy: "loopback" }, { uploadRules: NO_SPEED_LIMIT });

  test.each([14, 112])("of %i slow clients block neither another upload nor a report", async (count) => {
    const [a, b] = await createMatch(app);
    const senders = (await makeTokens(app, count)).map((token, i) =>
      startUpload(app.address, { path, token, body: PHOTO_STARTED, from: `203.0.113.${i % 14}` }),
    );
    for (const sender of senders) sender.keepSending(400, 100);
    await expect.poll(() => spooled(app).length).toBe(count);
    expect((await upload(app, a.token)).status).toBe(201);
    expect((await app.call(sendAttachment, { form: imageForm(await small(), b.id) }, a.token)).status).toBe(201);
    expect((await app.call(reportMember, { body: { userId: b.id, reason } }, a.token)).status).toBe(201);
    expect(senders.filter(({ isOpen }) => isOpen())).toHaveLength(count);
    for (const { socket } of senders) socket.destroy();
    await expect.poll(() => spooled(app)).toEqual([]);
  });

  test("are files that only the app's user can read, until they are stored or rejected", async () => {
    const { token } = await createMember(app);
    const { socket } = startUpload(app.address, { path, token, body: PHOTO_STARTED });
    await expect.poll(() => spooled(app)).toHaveLength(1);
    const [name = ""] = spooled(app);
    expect(statSync(join(folderOf(app), name)).mode & 0o777).toBe(0o600);
    expect(statSync(folderOf(app)).mode & 0o777).toBe(0o700);
    socket.resetAndDestroy();
    await expect.poll(() => spooled(app)).toEqual([]);

    expect((await upload(app, token)).status).toBe(201);
    expect(spooled(app)).toEqual([]);
    const refused = [
      [Buffer.from("not a picture"), 415, "Please upload only JPEG, PNG or WebP images"],
      [Buffer.concat([await small(), Buffer.alloc(5 * 1024 * 1024)]), 413, "Each photo must be less than 5MB"],
      [makeProgressiveJpeg(8944, 6712, 2), 413, expect.stringContaining("Please choose a smaller copy")],
      [makeProgressiveJpeg(4096, 4096, 2000), 413, expect.stringContaining("Please choose a smaller copy")],
    ] as const;
    for (const [picture, status, message] of refused) {
      expect(await upload(app, token, picture)).toMatchObject({ status, body: { message } });
      expect(spooled(app)).toEqual([]);
    }
  });

  test("of one member at the same time are stored one after the other", async () => {
    const { token } = await createMember(app);
    const answers = await Promise.all([upload(app, token), upload(app, token)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  test("free their slot when the client disconnects, at any moment", async () => {
    const { token } = await createMember(app);
    for (let i = 0; i < 40; i++) {
      const { socket } = startUpload(app.address, { path, token, body: i % 3 === 0 ? "" : PHOTO_STARTED });
      await pause(i % 4);
      if (i % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    }
    // The server learns of the last ones a moment later.
    await expect.poll(async () => (await upload(app, token)).status, { timeout: 10_000 }).toBe(201);
    await expect.poll(() => spooled(app)).toEqual([]);
  });

  test("with an incomplete form are malformed", async () => {
    const { token } = await createMember(app);
    const body = PHOTO_STARTED;
    const { answer } = startUpload(app.address, { path, token, body, length: body.length });
    expect(await answer).toMatch(/^HTTP\/1\.1 400[\s\S]*"code":"malformed"/);
  });

  test("are rejected before the image is read if they cannot be stored", async () => {
    const [a, b] = await createMatch(app);
    const form = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const fields = (to: string) => form("receiverId", to) + form("clientId", crypto.randomUUID());
    const image = PHOTO_STARTED.replace('"photos"', '"image"');
    const answerTo = async (sent: { path: string; body: string; length?: number }) => {
      const { answer, socket } = startUpload(app.address, { token: a.token, ...sent });
      // The response comes before the rest of the body.
      socket.once("data", () => socket.end());
      return answer;
    };
    expect(await answerTo({ path, body: "", length: 50_000_000 })).toContain("Each photo must be less than 5MB");
    const chat = sendAttachment.path;
    expect(await answerTo({ path: chat, body: "", length: 50_000_000 })).toContain("Image must be less than 5MB");
    const stranger = await createMember(app);
    expect(await answerTo({ path: chat, body: fields(stranger.id) + image })).toContain('"code":"not_matched"');
    const picture = await small();
    for (let status = 0; status !== 402; )
      ({ status } = await app.call(sendAttachment, { form: imageForm(picture, b.id) }, a.token));
    expect(await answerTo({ path: chat, body: fields(b.id) + image })).toContain('"code":"attachment_out_of_crushes"');
    for (let i = 0; i < 6; i++) await upload(app, a.token);
    expect(await answerTo({ path, body: PHOTO_STARTED })).toContain("You currently have 6.");
  });
});

describe("the speed limit for uploads", () => {
  const app = testApp({}, { uploadRules: { windowMs: 1000, windowBytes: 4000, lingerMs: 500 } });

  test("aborts a stalled upload with a response", async () => {
    const { token } = await createMember(app);
    const body = Buffer.concat([Buffer.from(PHOTO_HEADERS), Buffer.alloc(1_000_000)]);
    const sender = startUpload(app.address, { path, token, body });
    sender.keepSending(20, 100);
    expect(await sender.answer).toMatch(/^HTTP\/1\.1 400[\s\S]*The upload was too slow\. Please try again\./);
    expect(spooled(app)).toEqual([]);
  });

  test("allows a slow but steady upload", async () => {
    const { token } = await createMember(app);
    const picture = Buffer.concat([await small(), Buffer.alloc(60_000)]);
    const body = Buffer.concat([Buffer.from(PHOTO_HEADERS), picture, Buffer.from(FORM_END)]);
    const { socket, answer } = startUpload(app.address, { path, token, length: body.length });
    const begun = Date.now();
    for (let at = 0; at < body.length; at += 1000) {
      socket.write(body.subarray(at, at + 1000));
      await pause(50);
    }
    expect(Date.now() - begun).toBeGreaterThan(2500);
    expect(await answer).toMatch(/^HTTP\/1\.1 201/);
  });
});

describe("the number of uploads", () => {
  const rules = { ...NO_SPEED_LIMIT, concurrency: 3, concurrencyPerNetwork: 2, queuePerMember: 1 };
  const app = testApp({ trustProxy: "loopback", rateLimits: true }, { uploadRules: rules });
  const begin = (token: string, from: string) => startUpload(app.address, { path, token, body: PHOTO_STARTED, from });
  const busy = /^HTTP\/1\.1 503[\s\S]*retry-after: \d+[\s\S]*"code":"server_busy"/i;

  test("at the same time is limited per network and in total", async () => {
    const [one = "", two = "", three = "", four = ""] = await makeTokens(app, 4);
    const reading = [begin(one, "203.0.113.1"), begin(two, "203.0.113.1")];
    await expect.poll(() => spooled(app).length).toBe(2);
    expect(await begin(three, "203.0.113.1").answer).toMatch(busy);
    reading.push(begin(three, "203.0.113.2"));
    await expect.poll(() => spooled(app).length).toBe(3);
    expect(await begin(four, "203.0.113.3").answer).toMatch(busy);
    for (const { socket } of reading) socket.destroy();
    await expect.poll(() => spooled(app)).toEqual([]);
  });

  test("of one member is limited: one is read, some wait, further ones are rejected", async () => {
    const [token = ""] = await makeTokens(app, 1);
    await app.database.pool.query("update members set joined_at = now() - interval '2 days'");
    const senders = [begin(token, "203.0.113.5"), begin(token, "203.0.113.5")];
    await expect.poll(() => spooled(app).length).toBe(1);
    expect(await begin(token, "203.0.113.5").answer).toMatch(busy);
    for (const { socket } of senders) socket.destroy();
    await expect.poll(() => spooled(app)).toEqual([]);
  });

  test("in an hour is limited, more so on a member's first day", async () => {
    const [first, later] = [await createMember(app), await createMember(app)];
    await app.database.pool.query("update members set joined_at = now() - interval '2 days' where id = $1", [later.id]);
    // Failed attempts count, too: these have no photo.
    const attempt = async (count: number, { token }: { token: string }) => {
      const form = new FormData();
      form.append("note", "no photo");
      const answers = [];
      for (let i = 0; i < count; i++) answers.push(await app.call(addPhotos, { form }, token));
      return answers;
    };
    for (const [member, limit] of [
      [first, 30],
      [later, 100],
    ] as const) {
      const answers = await attempt(limit + 1, member);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
      expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(3000);
    }
  });
});

describe("without free disk space", () => {
  const app = testApp({}, { uploadRules: { bytes: 100_000 } });

  test("an upload is rejected with server_busy, and the next one that fits is stored", async () => {
    const { token } = await createMember(app);
    const large = Buffer.concat([await small(), Buffer.alloc(200_000)]);
    expect(await upload(app, token, large)).toMatchObject({ status: 503, body: { code: "server_busy" } });
    expect(spooled(app)).toEqual([]);
    expect((await upload(app, token)).status).toBe(201);
  });

  test("an upload is rejected with server_busy if the folder cannot be written", async () => {
    const { token } = await createMember(app);
    rmSync(folderOf(app), { recursive: true });
    writeFileSync(folderOf(app), "no folder");
    const refused = await upload(app, token);
    expect(refused).toMatchObject({ status: 503, body: { code: "server_busy" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    rmSync(folderOf(app));
    expect((await upload(app, token)).status).toBe(201);
  });
});
