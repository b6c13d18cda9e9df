import { describe, expect, test } from "vitest";
import { register, sendVerification } from "#contract/accounts/accounts.ts";
import { solveProofOfWork } from "#server/testing/login-helpers.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true, trustProxy: "loopback" });

let number = 0;
const newNetwork = (): string => `198.51.100.${++number}`;

const form = (change: object = {}) => {
  const username = `joiner_${++number}`;
  const password = { password: PASSWORD, confirmPassword: PASSWORD };
  return { email: `${username}@example.com`, username, ...password, dateOfBirth: "1996-04-12", ...change };
};

const join = (network: string, body: object) =>
  app.fetch(register.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": network },
    body: JSON.stringify(body),
  });

async function askForTaken(network: string, times: number) {
  const { email } = await makeTaken();
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(await join(network, form({ email })));
  return answers;
}

async function makeTaken() {
  const body = form();
  expect((await join(newNetwork(), body)).status).toBe(201);
  return body;
}

describe("requesting the verification email", () => {
  test("is limited by the member's own requests, so that the response reveals nothing about other emails to the mailbox", async () => {
    const { token } = await createMember(app);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await app.call(sendVerification, {}, token)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("a taken username with a taken address", () => {
  test("is rejected because of the username", async () => {
    const { email, username } = await makeTaken();
    expect((await join(newNetwork(), form({ email, username }))).body).toMatchObject({ code: "username_taken" });
  });

  test("is rejected because of the username, also while both are being taken concurrently", async () => {
    const body = form();
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(newNetwork(), body)));
    const codes = answers.map(({ body: { code } }) => code ?? "joined").toSorted();
    expect(codes).toEqual(["joined", ...Array(7).fill("username_taken")]);
  });
});

describe("this machine", () => {
  test.each(["127.0.0.1", "::1"])(
    "signs up without a proof of work outside production, and not in it: %s",
    async (ip) => {
      for (let i = 0; i < 8; i++) expect((await join(ip, form())).status).toBe(201);
      Object.assign(app.ctx.config, { production: true });
      try {
        const answers = [];
        for (let i = 0; i < 6; i++) answers.push((await join(ip, form())).status);
        expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
      } finally {
        Object.assign(app.ctx.config, { production: false });
      }
    },
  );
});

describe("a network that is rejected without a proof of work", () => {
  test("gets no higher level: rejections do not count", async () => {
    const network = newNetwork();
    for (let i = 0; i < 5; i++) await join(network, form());
    const answers = await Promise.all(Array.from({ length: 40 }, () => join(network, form())));
    expect(answers.every(({ body }) => body.code === "proof_of_work_required")).toBe(true);
    const last = await join(network, form());
    expect(last.body["challenge"]).toContain('"level":0');
  });
});

describe("a network that enters taken addresses", () => {
  test("gets three responses an hour, and then must prove work for each signup", async () => {
    const network = newNetwork();
    const answers = await askForTaken(network, 4);
    expect(answers.map(({ body }) => body.code)).toEqual([...Array(3).fill("email_taken"), "proof_of_work_required"]);
    const refused = answers.at(3);
    expect(refused).toMatchObject({ status: 429, body: { success: false, challenge: expect.any(String) } });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3000);

    const newcomer = form();
    const other = await join(network, newcomer);
    expect(other.body).toMatchObject({ code: "proof_of_work_required" });
    const proof = await solveProofOfWork(other.body["challenge"] as string);
    expect((await join(network, { ...newcomer, proof })).status).toBe(201);
    expect((await join(network, form({ proof }))).body).toMatchObject({ code: "proof_of_work_required" });
    // Others pay nothing for it.
    expect((await join(newNetwork(), form())).status).toBe(201);
  });

  test("gets no more responses by concurrent requests", async () => {
    const { email } = await makeTaken();
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(network, form({ email }))));
    const told = answers.filter(({ body }) => body["code"] === "email_taken").length;
    expect(told).toBeLessThanOrEqual(5);
  });

  test("gets ten responses a day", async () => {
    const network = newNetwork();
    const nextHour = () =>
      app.database.pool.query("delete from rate_limits where ends_at < now() + interval '2 hours'");
    for (let i = 0; i < 3; i++) {
      const answers = await askForTaken(network, 3);
      expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill("email_taken"));
      await nextHour();
    }
    const answers = await askForTaken(network, 2);
    expect(answers.map(({ body }) => body.code)).toEqual(["email_taken", "proof_of_work_required"]);
  });
});

test("the sixth signup of a network in an hour requires a proof of work", async () => {
  const network = newNetwork();
  for (let i = 0; i < 5; i++) expect((await join(network, form())).status).toBe(201);
  const body = form();
  const refused = await join(network, body);
  expect(refused).toMatchObject({ status: 429, body: { code: "proof_of_work_required" } });
  const proof = await solveProofOfWork(refused.body["challenge"] as string);
  expect((await join(network, { ...body, proof })).status).toBe(201);
});

describe("with limits off", () => {
  const unlimited = testApp();

  test("no proof of work is required", async () => {
    for (let i = 0; i < 8; i++) await createMember(unlimited);
    const { email } = await createMember(unlimited);
    for (let i = 0; i < 5; i++)
      expect((await unlimited.call(register, { body: form({ email }) })).body).toMatchObject({ code: "email_taken" });
  });
});
