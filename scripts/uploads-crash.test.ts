import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addPhotos } from "#contract/profiles.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { beginUpload, PHOTO_UNDER_WAY } from "#server/testing/slow-uploads.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness();

test("what a killed process has read of uploads is gone with the next start, and what another one reads stays", async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: urlOf(database.connection) };
  const begin = () => starts.begin(settings, "server/testing/fast-timers-app.ts");
  const spooled = () => readdirSync(join(starts.path, "uploads")).sort();
  const [killed, other] = [begin(), begin()];
  const addresses = [await killed.ready(), await other.ready()];
  const { token } = await signUpAt(addresses[0] ?? "");
  const uploads = addresses.map((address) =>
    beginUpload(address, { path: addPhotos.path, token, body: PHOTO_UNDER_WAY }),
  );
  // Faster than what is cut, however long the next start takes.
  for (const upload of uploads) upload.dribble(4000, 100);
  await expect.poll(spooled).toHaveLength(2);
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(spooled()).toHaveLength(2);
  await begin().ready();
  expect(spooled()).toEqual([expect.stringContaining(`-${other.process.pid}-`)]);
  for (const { socket } of uploads) socket.destroy();
  await expect.poll(spooled).toEqual([]);
  await database.drop();
}, 60_000);
