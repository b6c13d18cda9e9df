import { expect, test } from "vitest";
import { urlOf } from "#server/testing/database-url.ts";
import { startMailServer } from "#server/testing/fake-smtp-server.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness();

test("a graceful shutdown delivers an email that a slow server is still accepting, exactly once", async () => {
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
  await signUpAt(address);
  await started.promise;
  spotter.process.kill("SIGTERM");
  const isServing = () =>
    fetch(`${address}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isServing, { timeout: 10_000 }).toBe(false);
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
