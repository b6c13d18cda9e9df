import { describe, expect, test } from "vitest";
import { register } from "#contract/accounts.ts";
import { PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

let time = Date.now();
const app = testApp({ rateLimits: true, trustProxy: "loopback" }, { now: () => new Date(time) });

const bornYearsAgo = (years: number): string => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
};

let count = 0;
const newEmail = () => `young${++count}@example.com`;

/** Somebody who wants to join, with the cookie that a device has. @returns the answer, and the device's cookie after it */
async function join(age: number, { email = newEmail(), cookie = "" } = {}) {
  const { status, body, headers } = await app.fetch(register.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.18.0.${count}`, cookie },
    body: JSON.stringify({
      email,
      username: `young ${++count}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      dateOfBirth: bornYearsAgo(age),
    }),
  });
  return { status, body, cookie: headers.get("set-cookie")?.split(";")[0] ?? cookie };
}

const refusal = {
  status: 400,
  body: {
    success: false,
    code: "invalid",
    message: "You must be 18 or older",
    errors: { dateOfBirth: "You must be 18 or older" },
  },
};

describe("a minor", () => {
  test("cannot sign up with another date of birth on the same device until the end of the next day", async () => {
    const { cookie, ...first } = await join(16);
    expect(first).toMatchObject(refusal);
    expect(await join(19, { cookie })).toMatchObject(refusal);
    time += 2 * 24 * 3600_000;
    expect((await join(19, { cookie })).status).toBe(201);
  });

  test("cannot sign up again with the same address for a day", async () => {
    const email = newEmail();
    expect(await join(16, { email })).toMatchObject(refusal);
    expect(await join(19, { email: email.toUpperCase() })).toMatchObject(refusal);
    await app.database.pool.query("update rate_limits set ends_at = now()");
    expect((await join(19, { email })).status).toBe(201);
  });

  test("does not prevent others from signing up", async () => {
    await join(15);
    expect((await join(30)).status).toBe(201);
  });

  test("is not assumed for an obvious typing error", async () => {
    const { cookie, ...slipped } = await join(0);
    expect(slipped).toMatchObject(refusal);
    expect((await join(30, { cookie })).status).toBe(201);
  });

  test("is remembered without the address", async () => {
    const email = newEmail();
    await join(16, { email });
    const { rows } = await app.database.pool.query("select encode(key, 'escape') as key from rate_limits");
    expect(JSON.stringify(rows)).not.toContain(email.split("@")[0]);
  });
});
