import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { urlOf } from "#server/testing/database-url.ts";
import { startMailServer } from "#server/testing/fake-smtp-server.ts";
import { makeJpeg } from "#server/testing/images.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { FORM_END, PHOTO_HEADERS, startUpload } from "#server/testing/slow-uploads.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness();

test("a graceful shutdown finishes an upload, and delivers an email that a slow server is still accepting once", async () => {
  const database = await createTestDatabase();
  const [started, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mails = await startMailServer(async () => {
    started.resolve();
    await answered.promise;
    return undefined;
  });
  const spotter = starts.begin({
    DATABASE_URL: urlOf(database.connection),
    SMTP_URL: mails.url,
  });
  const address = await spotter.ready();
  const { token } = await signUpAt(address);
  await started.promise;
  const body = Buffer.concat([Buffer.from(PHOTO_HEADERS), await makeJpeg(900, 700), Buffer.from(FORM_END)]);
  const begun = Math.floor(body.length / 2);
  const upload = startUpload(address, {
    path: "/api/profile/photos",
    token,
    body: body.subarray(0, begun),
    length: body.length,
  });
  // The server has read the beginning.
  await pause(200);
  spotter.process.kill("SIGTERM");
  const isServing = () =>
    fetch(`${address}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isServing, { timeout: 10_000 }).toBe(false);
  upload.socket.write(body.subarray(begun));
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /);
  answered.resolve();
  expect(await spotter.ended).toBe(0);
  expect(mails.received).toHaveLength(1);
  const { rows } = await database.pool.query(
    "select state, retry_count from jobs.job where name = 'email-verification'",
  );
  expect(rows).toEqual([{ state: "completed", retry_count: 0 }]);
  await mails.close();
  await database.drop();
}, 60_000);
