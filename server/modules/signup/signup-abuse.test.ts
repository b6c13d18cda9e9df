import { describe, expect, test } from "vitest";
import { register, sendVerification } from "#contract/accounts.ts";
import { solveProofOfWork } from "#server/testing/login-helpers.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true, trustProxy: "loopback" });

let number = 0;
/** A network that nobody has used yet. */
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

/** Asks so often for an address that is taken. */
async function askForTaken(network: string, times: number) {
  const { email } = await makeTaken();
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(await join(network, form({ email })));
  return answers;
}

/** Somebody with an account, from a network of their own. */
async function makeTaken() {
  const body = form();
  expect((await join(newNetwork(), body)).status).toBe(201);
  return body;
}

describe("asking for the mail that confirms an address", () => {
  test("is limited by the member's own asking, so that the answer tells nothing of other mail to that mailbox", async () => {
    const { token } = await createMember(app);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await app.call(sendVerification, {}, token)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("a name and an address that are both taken", () => {
  test("are answered with the name", async () => {
    const { email, username } = await makeTaken();
    expect((await join(newNetwork(), form({ email, username }))).body).toMatchObject({ code: "username_taken" });
  });

  test("are answered with the name, too, while they are being taken", async () => {
    const body = form();
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(newNetwork(), body)));
    const codes = answers.map(({ body: { code } }) => code ?? "joined").toSorted();
    expect(codes).toEqual(["joined", ...Array(7).fill("username_taken")]);
  });
});

describe("a network that is refused for want of work", () => {
  test("has no more work to do by that: refusals do not count", async () => {
    const network = newNetwork();
    for (let i = 0; i < 5; i++) await join(network, form());
    const answers = await Promise.all(Array.from({ length: 40 }, () => join(network, form())));
    expect(answers.every(({ body }) => body.code === "proof_of_work_required")).toBe(true);
    const last = await join(network, form());
    expect(last.body["challenge"]).toContain('"level":0');
  });
});

describe("a network that asks for taken addresses", () => {
  test("has three answers an hour; then it has to work for each, taken or not", async () => {
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

  test("has no more of them by asking all at once", async () => {
    const { email } = await makeTaken();
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(network, form({ email }))));
    const told = answers.filter(({ body }) => body["code"] === "email_taken").length;
    expect(told).toBeLessThanOrEqual(5);
  });

  test("has ten answers a day", async () => {
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

test("the sixth sign-up of a network in an hour has to work first", async () => {
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

  test("nobody has to work", async () => {
    for (let i = 0; i < 8; i++) await createMember(unlimited);
    const { email } = await createMember(unlimited);
    for (let i = 0; i < 5; i++)
      expect((await unlimited.call(register, { body: form({ email }) })).body).toMatchObject({ code: "email_taken" });
  });
});
