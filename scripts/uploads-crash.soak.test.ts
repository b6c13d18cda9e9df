import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addPhotos } from "#contract/members/profiles.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { PHOTO_STARTED, startUpload } from "#server/testing/slow-uploads.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness();

test("the next start deletes unfinished uploads of a killed process, and keeps those of other processes", async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: urlOf(database.connection) };
  const begin = () => starts.begin(settings, "server/testing/fast-timers-app.ts");
  const listUploads = () => readdirSync(join(starts.path, "uploads")).sort();
  const [killed, other] = [begin(), begin()];
  const addresses = [await killed.ready(), await other.ready()];
  const { token } = await signUpAt(addresses[0] ?? "");
  const uploads = addresses.map((address) =>
    startUpload(address, { path: addPhotos.path, token, body: PHOTO_STARTED }),
  );
  // Fast enough for the server's minimum upload rate, until the next start is ready.
  for (const upload of uploads) upload.keepSending(4000, 100);
  await expect.poll(listUploads).toHaveLength(2);
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(listUploads()).toHaveLength(2);
  await begin().ready();
  expect(listUploads()).toEqual([expect.stringContaining(`-${other.process.pid}-`)]);
  for (const { socket } of uploads) socket.destroy();
  await expect.poll(listUploads).toEqual([]);
  await database.drop();
}, 60_000);
