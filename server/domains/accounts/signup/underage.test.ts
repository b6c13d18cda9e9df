import { describe, expect, test } from "vitest";
import { register } from "#contract/accounts/accounts.ts";
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

/** With the cookie that a device has. @returns the answer, and the device's cookie after it */
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
  const retryAfter = Number(headers.get("retry-after"));
  return { status, body, retryAfter, cookie: headers.get("set-cookie")?.split(";")[0] ?? cookie };
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

const WAIT = "A date of birth under 18 was entered with this device or email. Try again tomorrow, or contact support.";
const wait = {
  status: 429,
  body: { success: false, code: "rate_limited", message: WAIT, errors: { dateOfBirth: WAIT } },
};

describe("a date of birth below 18", () => {
  test("may be corrected once, on the same device and with the same address", async () => {
    const email = newEmail();
    const { cookie, ...first } = await join(17, { email });
    expect(first).toMatchObject(refusal);
    expect((await join(27, { email, cookie })).status).toBe(201);
  });

  test("cannot become one just above 18, after which the device and the address wait a day", async () => {
    const email = newEmail();
    const { cookie, ...first } = await join(16, { email });
    expect(first).toMatchObject(refusal);
    const evasion = await join(19, { email, cookie });
    expect(evasion).toMatchObject(wait);
    expect(evasion.retryAfter).toBeGreaterThan(86_000);
    expect(await join(30, { cookie })).toMatchObject(wait);
    expect(await join(30, { email: email.toUpperCase() })).toMatchObject(wait);
    await app.database.pool.query("update rate_limits set ends_at = now()");
    expect((await join(19, { email, cookie })).status).toBe(201);
  });

  test("that is entered twice lets the device and the address wait a day, and is refused as such all the time", async () => {
    const email = newEmail();
    const { cookie } = await join(16, { email });
    for (let i = 0; i < 3; i++) expect(await join(17, { email, cookie })).toMatchObject(refusal);
    expect(await join(30, { cookie })).toMatchObject(wait);
    expect(await join(30, { email })).toMatchObject(wait);
    time += 2 * 24 * 3600_000;
    expect((await join(30, { cookie })).status).toBe(201);
  });

  test("does not prevent others from signing up", async () => {
    await join(15);
    expect((await join(19)).status).toBe(201);
  });

  test("is not counted if it is an obvious typing error", async () => {
    const { cookie, ...slipped } = await join(0);
    expect(slipped).toMatchObject(refusal);
    expect((await join(19, { cookie })).status).toBe(201);
  });

  test("is remembered without the address", async () => {
    const email = newEmail();
    await join(16, { email });
    const { rows } = await app.database.pool.query("select encode(key, 'escape') as key from rate_limits");
    expect(JSON.stringify(rows)).not.toContain(email.split("@")[0]);
  });
});
