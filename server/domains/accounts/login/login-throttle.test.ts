import { beforeAll, describe, expect, test, vi } from "vitest";
import { changePassword, login, resetPassword } from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { ERRORS } from "#contract/errors.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { emailKey, mailboxKey } from "#server/domains/accounts/accounts.policy.ts";
import { failureCount } from "#server/domains/accounts/login/login-throttle.ts";
import { createPasswordHasher } from "#server/domains/accounts/login/passwords.ts";
import { AppError } from "#server/errors.ts";
import { networkKey, rangesAround } from "#server/platform/lib/networks.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { cookieOf, guessPassword, loginFrom, loginWithProof, solveProofOfWork } from "#server/testing/login-helpers.ts";
import { createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({ rateLimits: true, trustProxy: "loopback" }, { mailer: post, work: true, sharedWith: "others" });
const second = testApp({ rateLimits: true, trustProxy: "loopback" }, { mailer: post, sharedWith: app });
const unlimited = testApp({}, { sharedWith: app });

/** Addresses of networks that no other test uses. */
let used = 0;
const networks = (count: number): string[] => Array.from({ length: count }, () => `10.${++used >> 8}.${used & 255}.7`);

const BOTS = 50;
const GUESSES = 200;
/** Guesses per hour at one account by unknown devices: without a proof of work, and in total. */
const FREE = 10;
const MAX = 100;

const setCount = async (rule: string, subject: string | [], count: number) => {
  const key = app.ctx.keyedHash("rate limit", rule, ...[subject].flat());
  await app.database.pool.query(
    `insert into rate_limits (key, count, ends_at) values ($1, $2, now() + interval '1 hour')
     on conflict (key) do update set count = excluded.count`,
    [key, count],
  );
};
const countOf = async (rule: string, ...subject: string[]): Promise<number> => {
  const key = app.ctx.keyedHash("rate limit", rule, ...subject);
  const { rows } = await app.database.pool.query("select count from rate_limits where key = $1", [key]);
  return rows[0]?.count ?? 0;
};

async function makeOwner(): Promise<TestMember & { cookie: string | undefined; home: string }> {
  const member = await createMember(unlimited);
  const [home = ""] = networks(1);
  const cookie = cookieOf(await loginFrom(app, { ...member, network: home }));
  return { ...member, cookie, home };
}

describe("during an attack of 200 guesses from 50 networks, the owner can log in", () => {
  let owner: Awaited<ReturnType<typeof makeOwner>>;
  let bots: string[];
  beforeAll(async () => {
    owner = await makeOwner();
    bots = networks(BOTS);
    const codes = await guessPassword(app, owner, GUESSES, bots);
    expect(codes).toEqual({ invalid_credentials: FREE, proof_of_work_required: GUESSES - FREE });
  });

  test("on a known device on any network, without a proof", async () => {
    for (const network of [owner.home, ...networks(1), bots[0]]) {
      const { status } = await loginFrom(app, { ...owner, network: network ?? "" });
      expect(status).toBe(200);
    }
  });

  test("on a new device on a new network, with a proof", async () => {
    const [hotel = ""] = networks(1);
    const { email, password } = owner;
    expect(await loginFrom(app, { email, password, network: hotel })).toMatchObject({ status: 429 });
    expect(await loginWithProof(app, { email, password, network: hotel })).toMatchObject({ status: 200 });
  });

  test("on a new device on an attacker's network, with a proof", async () => {
    const { email, password } = owner;
    const answer = await loginWithProof(app, { email, password, network: bots[7] ?? "" });
    expect(answer.status).toBe(200);
    // From then on the device is known.
    const again = await loginFrom(app, { email, password, network: bots[7] ?? "", cookie: cookieOf(answer) });
    expect(again.status).toBe(200);
  });

  test("on the only network that the guesses come from, at any rate", async () => {
    const { email, password, cookie } = await makeOwner();
    const [gym = ""] = networks(1);
    await guessPassword(app, { email }, GUESSES, [gym]);
    expect((await loginFrom(app, { email, password, cookie, network: gym })).status).toBe(200);
    expect((await loginWithProof(app, { email, password, network: gym })).status).toBe(200);
  });

  test("by a login link on a new device, while attackers solve proofs and use up the requested emails", async () => {
    const known = await makeOwner();
    const { email, password } = known;
    await setCount("login at account", emailKey(email), MAX);
    await setCount("requested mails an hour", mailboxKey(email), 3);
    const [network = ""] = networks(1);
    const wrong = await loginWithProof(app, { email, network });
    const right = await loginWithProof(app, { email, password, network });
    for (const { status, body } of [wrong, right])
      expect([status, body.code, body.message]).toEqual([429, "login_email_required", ERRORS.login_email_required]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(3000);
    const token =
      findLink(await post.newest(email, "Your link to log in"))
        .split("/")
        .at(-1) ?? "";
    const body = { token, newPassword: "a brand new password", confirmPassword: "a brand new password" };
    const reset = await app.call(resetPassword, { body });
    expect(reset.status).toBe(200);
    // The device that was known before still is.
    for (const cookie of [cookieOf(reset), known.cookie])
      expect((await loginFrom(app, { email, password: "a brand new password", network, cookie })).status).toBe(200);
  });

  test("and a wrong password neither sends nor blocks an email", async () => {
    const { email, password } = await createMember(unlimited);
    await setCount("login at account", emailKey(email), MAX);
    const [network = ""] = networks(1);
    await loginWithProof(app, { email, network });
    const waiting = "select 1 from jobs.job where name = 'email-login-link' and state not in ('completed', 'failed')";
    await expect.poll(async () => (await app.database.pool.query(waiting)).rows, { timeout: 10_000 }).toEqual([]);
    const links = () => post.mails.filter(({ to, subject }) => to === email && subject === "Your link to log in");
    expect(links()).toEqual([]);
    await loginWithProof(app, { email, password, network });
    await expect.poll(links, { timeout: 10_000 }).toHaveLength(1);
  });
});

describe("guesses", () => {
  test("at one account are limited to 100 an hour, whatever work is proven", async () => {
    const { email } = await createMember(unlimited);
    await setCount("login at account", emailKey(email), MAX - 1);
    const codes = [];
    for (const network of networks(4)) codes.push((await loginWithProof(app, { email, network })).body.code);
    expect(codes).toEqual(["invalid_credentials", ...Array(3).fill("login_email_required")]);
  });

  test("at several processes are counted together", async () => {
    const { email } = await createMember(unlimited);
    const answers = await Promise.all(
      networks(24).map((network, i) => loginFrom(i % 2 === 0 ? app : second, { email, network })),
    );
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(FREE);
    expect(codes.filter((code) => code === "proof_of_work_required")).toHaveLength(14);
    // Rejected ones are not counted.
    expect(await countOf("login at account", emailKey(email))).toBe(FREE);
  });

  test("at an address without an account get the same responses", async () => {
    const codes = await guessPassword(app, { email: "nobody@example.com" }, 15, networks(15));
    expect(codes).toEqual({ invalid_credentials: FREE, proof_of_work_required: 5 });
  });

  test("of one network at many accounts require work after 20, also with the cookie of another account", async () => {
    const owner = await makeOwner();
    const [network = ""] = networks(1);
    const codes = [];
    for (let i = 0; i < 24; i++)
      codes.push((await loginFrom(app, { email: `spray${i}@example.com`, network, cookie: owner.cookie })).body.code);
    expect(codes).toEqual([...Array(20).fill("invalid_credentials"), ...Array(4).fill("proof_of_work_required")]);
    expect((await loginFrom(app, { ...owner, network })).status).toBe(200);
  });

  test("at all accounts require work of every network after 1,000 an hour at a process", async () => {
    const { email, password } = await createMember(unlimited);
    const failures = failureCount(second.ctx);
    while (failures.read() < 999) await failures.add();
    const [last = "", ...later] = networks(4);
    expect((await loginFrom(second, { email, network: last })).body.code).toBe("invalid_credentials");
    for (const network of later) {
      expect((await loginFrom(second, { email, network })).body.code).toBe("proof_of_work_required");
      expect((await loginWithProof(second, { email, password, network })).status).toBe(200);
    }
  });

  test("are not counted if the password was correct", async () => {
    const { email, password } = await createMember(unlimited);
    for (const network of networks(12)) expect((await loginFrom(app, { email, password, network })).status).toBe(200);
    expect(await countOf("login at account", emailKey(email))).toBe(0);
  });

  test("are not counted if a busy server did not check the password", async () => {
    const { email, password } = await createMember(unlimited);
    const [network = ""] = networks(1);
    const hasher = app.ctx.singleton(createPasswordHasher);
    const verify = vi.spyOn(hasher, "verify").mockRejectedValueOnce(new AppError("server_busy"));
    expect((await loginFrom(app, { email, password, network })).body.code).toBe("server_busy");
    verify.mockRestore();
    const counts = [
      ["login at account", emailKey(email)],
      ...rangesAround(network).map(({ key }) => ["login by network", key]),
    ];
    for (const [rule = "", subject = ""] of counts) expect(await countOf(rule, subject), rule).toBe(0);
  });

  test.each([
    ["/64s of a /48", 160, (i: number) => `2001:db8:${used}:${i.toString(16)}::1`],
    ["addresses of a /24", 160, (i: number) => `172.30.${used & 255}.${i}`],
  ])("from many %s require a proof", async (_, free, addressOf) => {
    used++;
    const { email } = await createMember(unlimited);
    await setCount("login by network", rangesAround(networkKey(addressOf(1))).at(-1)?.key ?? "", free);
    expect((await loginFrom(app, { email, network: addressOf(1) })).body.code).toBe("proof_of_work_required");
    await setCount("login by network", rangesAround(networkKey(addressOf(1))).at(-1)?.key ?? "", free - 1);
    expect((await loginFrom(app, { email, network: addressOf(2) })).body.code).toBe("invalid_credentials");
  });

  test("require a proof for the account in question", async () => {
    const [one, other] = [await createMember(unlimited), await createMember(unlimited)];
    for (const { email } of [one, other]) await setCount("login at account", emailKey(email), FREE);
    const [network = ""] = networks(1);
    const { body } = await loginFrom(app, { email: one.email, network });
    const proof = await solveProofOfWork(String(body["challenge"]));
    const { email, password } = other;
    expect((await loginFrom(app, { email, password, network, proof })).body.code).toBe("proof_of_work_required");
  });
});

describe("a device cookie", () => {
  test("is sent to the login endpoints only, and hidden from scripts and other sites", async () => {
    const member = await createMember(unlimited);
    const [line = ""] = (await loginFrom(app, member)).headers.getSetCookie();
    expect(line).toMatch(/^spotter_device=[\w.~-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
    expect(line).not.toContain(member.id);
  });

  test("allows ten wrong passwords an hour, after which the device counts as unknown", async () => {
    const owner = await makeOwner();
    const { email, cookie, home: network } = owner;
    for (let i = 0; i < 10; i++) expect((await loginFrom(app, { email, cookie, network })).status).toBe(401);
    expect(await countOf("login at account", emailKey(email))).toBe(0);
    expect((await loginFrom(app, { email, cookie, network })).status).toBe(401);
    expect(await countOf("login at account", emailKey(email))).toBe(1);
    expect((await loginFrom(app, { ...owner, network })).status).toBe(200);
  });

  test("holds several accounts of one device", async () => {
    const [one, other] = [await createMember(unlimited), await createMember(unlimited)];
    const first = cookieOf(await loginFrom(app, one));
    const both = cookieOf(await loginFrom(app, { ...other, cookie: first }));
    for (const { email, password } of [one, other]) {
      await setCount("login at account", emailKey(email), MAX);
      expect((await loginFrom(app, { email, password, cookie: both })).status).toBe(200);
    }
    expect((await loginFrom(app, { ...other, cookie: first })).body.code).toBe("proof_of_work_required");
  });

  test("is rejected if it is invented, modified or of another account", async () => {
    const [one, other] = [await makeOwner(), await createMember(unlimited)];
    const [name = "", value = ""] = one.cookie?.split("=") ?? [];
    const [day = "", id = "", signature = ""] = value.split(".");
    await setCount("login at account", emailKey(one.email), MAX);
    await setCount("login at account", emailKey(other.email), MAX);
    const { email, password } = one;
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const spoiled = [`${day}.${id}.${flipped}`, `${day}0.${id}.${signature}`, "x", "~~~", `${value.slice(1)}`];
    for (const text of spoiled) {
      const { body } = await loginFrom(app, { email, password, cookie: `${name}=${text}` });
      expect(body.code).toBe("proof_of_work_required");
    }
    const stolen = { email: other.email, password: other.password, cookie: one.cookie };
    expect((await loginFrom(app, stolen)).body.code).toBe("proof_of_work_required");
    expect((await loginFrom(app, one)).status).toBe(200);
  });

  test("is set at signup", async () => {
    const member = await unlimited.fetch("/api/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        email: "cookie@example.com",
        username: "cookie_monster",
        dateOfBirth: "1994-05-17",
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    });
    await setCount("login at account", "cookie@example.com", MAX);
    const { status } = await loginFrom(app, {
      email: "cookie@example.com",
      password: PASSWORD,
      cookie: cookieOf(member),
    });
    expect(status).toBe(200);
  });
});

describe("wrong current passwords", () => {
  test("are counted together per session, ten an hour, for any purpose", async () => {
    const { token, email, password } = await createMember(unlimited);
    const passwords = { newPassword: "a brand new password", confirmPassword: "a brand new password" };
    const wrong = { currentPassword: "wrong password" };
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await app.call(changePassword, { body: { ...wrong, ...passwords } }, token)).status);
      statuses.push((await app.call(changeEmail, { body: { ...wrong, email: "new@example.org" } }, token)).status);
      statuses.push((await app.call(requestDataExport, { body: { password: "wrong password" } }, token)).status);
      statuses.push((await app.call(deleteAccount, { body: { password: "wrong password" } }, token)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(6).fill(429)]);
    // Another session of the same member, and the login, are not held back.
    const other = await app.call(login, { body: { email, password } });
    expect((await app.call(requestDataExport, { body: { password } }, other.body.token)).status).toBe(200);
  });
});

describe("over https", () => {
  const secure = testApp({ publicUrl: "https://spotter.test" });

  test("the device cookie is Secure, and only a secure page can set it", async () => {
    const member = await createMember(secure);
    const [line = ""] = (await loginFrom(secure, member)).headers.getSetCookie();
    expect(line).toMatch(/^__Secure-spotter_device=[\w.~-]+; .*; HttpOnly; SameSite=Strict; Secure$/);
  });
});
