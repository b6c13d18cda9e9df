import { expect, test } from "vitest";
import { login } from "#contract/accounts/accounts.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { ACCESS, type Scene } from "#server/testing/access-rules.ts";
import { endpoints, nameOf } from "#server/testing/endpoints.ts";
import { createMembers, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true, trustProxy: "loopback" });

async function whileTaken<T>(pool: typeof app.database.pool, run: () => Promise<T>): Promise<T> {
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    return await run();
  } finally {
    for (const client of taken) client.release();
  }
}

test("requests without a session use connections of their own, and leave the members' alone", async () => {
  const [member] = await createMembers(app, [{}]);
  const { pool, visitors } = app.database;
  expect([pool.options.max, visitors.pool.options.max]).toEqual([16, 4]);
  await whileTaken(pool, async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === "anyone")) {
      for (const rule of [ACCESS[nameOf(endpoint)] ?? []].flat()) {
        const { status } = await app.call(endpoint, rule.request({} as Scene) as never);
        expect(status, nameOf(endpoint)).toBe(rule.status.other);
      }
    }
  });
  await whileTaken(visitors.pool, async () => {
    expect((await app.call(getProfile, {}, member?.token)).status).toBe(200);
  });
});

test("logins that come all at once get in, in turn", async () => {
  const members = await createMembers(
    app,
    Array.from({ length: 150 }, () => ({})),
  );
  await whileTaken(app.database.pool, async () => {
    const replies = await Promise.all(
      members.map(({ email }, i) =>
        app.call(login, { body: { email, password: PASSWORD } }, undefined, { "x-forwarded-for": `10.0.${i}.1` }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

test("a login whose client has gone is not worked on", async () => {
  const members = await createMembers(
    app,
    Array.from({ length: 5 }, () => ({})),
  );
  const gone = members.at(-1);
  const logInAs = ({ email }: { email: string }, signal?: AbortSignal) =>
    fetch(app.address + login.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
      ...(signal && { signal }),
    });
  const aborted = new AbortController();
  const { pool } = app.database.visitors;
  const replies = await whileTaken(pool, async () => {
    const first = members.slice(0, 4).map((member) => logInAs(member));
    await expect.poll(() => pool.waitingCount).toBe(4);
    const last = logInAs({ email: gone?.email ?? "" }, aborted.signal);
    await new Promise((resolve) => setTimeout(resolve, 100));
    aborted.abort();
    await expect(last).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return first;
  });
  for (const reply of replies) expect((await reply).status).toBe(200);
  const { rows } = await app.database.pool.query("select 1 from sessions where member_id = $1", [gone?.id]);
  // That of the fixture.
  expect(rows).toHaveLength(1);
});
