import { describe, expect, test } from "vitest";
import { checkUsername, login, register } from "#contract/accounts/accounts.ts";
import { TERMS_VERSION } from "#contract/accounts/terms.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const form = (change: object = {}) => ({
  email: "maya@example.com",
  username: "mayalifts",
  password: PASSWORD,
  confirmPassword: PASSWORD,
  dateOfBirth: "1996-04-12",
  ...change,
});

describe("signup", () => {
  // @spec 3.profile-username-nested 3.crush-data-crush 7.post-api-auth 7.get-api-profile 9.5-free-crushes
  test("creates a member with a profile, five free crushes and a token", async () => {
    const { status, body } = await app.call(register, {
      body: form({ email: " New@Example.com ", username: " New One " }),
    });
    expect(status).toBe(201);
    expect(body.user.username).toBe("New One");
    const mine = await app.call(getProfile, {}, body.token);
    expect(mine.body.profile.email).toBe("New@Example.com");
    expect(mine.body.profile.profile.age).toBeGreaterThanOrEqual(30);
    expect(mine.body.profile.profile.completion).toBe(17);
    const wallet = await app.call(getWallet, {}, body.token);
    expect(wallet.body.balance).toBe(5);
    expect(wallet.body.history).toMatchObject([{ action: "bonus", amount: 5, change: 5 }]);
  });

  test("counts how many came by an invitation, of those who got an account", async () => {
    const count = async (via: string) =>
      Number(
        new RegExp(`spotter_sign_ups_total\\{via="${via}"\\} (\\d+)`).exec(
          String((await app.fetch("/metrics")).body["text"]),
        )?.[1] ?? 0,
      );
    const before = [await count("invite"), await count("other")];
    const invited = form({ email: "guest@example.com", username: "invited guest", via: "invite" });
    expect((await app.call(register, { body: invited })).status).toBe(201);
    expect((await app.call(register, { body: invited })).status).toBe(409);
    const other = form({ email: "other@example.com", username: "another guest" });
    expect((await app.call(register, { body: other })).status).toBe(201);
    expect([await count("invite"), await count("other")]).toEqual(before.map((number) => number + 1));
    expect((await app.call(register, { body: form({ via: "maya" }) })).status).toBe(400);
  });

  // @spec 5.email-required-email 5.password-required-password 5.username-required-username 9.least-age-18
  test.each([
    [{ email: "" }, "email", "Email is required"],
    [{ email: "sam@" }, "email", "Email is invalid"],
    [{ email: "<sam@example.com>" }, "email", "Email is invalid"],
    [{ email: "sam,@example.com" }, "email", "Email is invalid"],
    // URL parsers would cut off or decode these: the account would refer to another mailbox.
    [{ email: "sam@gmail.com/.example.org" }, "email", "Email is invalid"],
    [{ email: "sam@gmail.com#.example.org" }, "email", "Email is invalid"],
    [{ email: "sam@gmail.com?.example.org" }, "email", "Email is invalid"],
    [{ email: "sam@gmai%6c.com" }, "email", "Email is invalid"],
    [{ email: "sam@gmail.0x7f" }, "email", "Email is invalid"],
    [{ password: "", confirmPassword: "" }, "password", "Password is required"],
    [{ password: "seven77", confirmPassword: "seven77" }, "password", "Password must be at least 8 characters"],
    [{ confirmPassword: "another one" }, "confirmPassword", "Passwords do not match"],
    [{ username: "" }, "username", "Username is required"],
    [{ username: "ab" }, "username", "Username must be at least 3 characters"],
    [{ username: "maya\u034f" }, "username", "Username needs letters or numbers that can be seen"],
    [{ username: "maya\ufe0f" }, "username", "Username needs letters or numbers that can be seen"],
    [{ username: "\u3164\u3164\u3164" }, "username", "Username needs letters or numbers that can be seen"],
    [{ username: "._-" }, "username", "Username needs letters or numbers that can be seen"],
    [{ username: "<b>bold</b>" }, "username", "Username can have letters, numbers, spaces and . _ ' - only"],
    [{ dateOfBirth: "" }, "dateOfBirth", "Date of birth is required"],
    [{ dateOfBirth: "2001-02-30" }, "dateOfBirth", "Date of birth is invalid"],
    [{ dateOfBirth: new Date().toISOString().slice(0, 10) }, "dateOfBirth", "You must be 18 or older"],
  ])("refuses %j", async (change, field, message) => {
    const { status, body } = await app.call(register, { body: form(change) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid", message, errors: { [field]: message } });
  });

  // @spec 5.date-birth-required 9.least-age-18
  test("requires an age of 18 to the day", async () => {
    const born = (daysFromBirthday: number) => {
      const day = new Date();
      day.setUTCFullYear(day.getUTCFullYear() - 18);
      day.setUTCDate(day.getUTCDate() + daysFromBirthday);
      return day.toISOString().slice(0, 10);
    };
    const tomorrow = await app.call(register, {
      body: form({ email: "t@example.com", username: "t18", dateOfBirth: born(1) }),
    });
    expect(tomorrow.body.message).toBe("You must be 18 or older");
    const today = await app.call(register, {
      body: form({ email: "u@example.com", username: "u18", dateOfBirth: born(0) }),
    });
    expect(today.status).toBe(201);
  });

  test("accepts an address and a username once, in any case", async () => {
    const first = await createMember(app);
    const email = await app.call(register, {
      body: form({ email: first.email.toUpperCase(), username: "someone else" }),
    });
    expect(email.status).toBe(409);
    expect(email.body).toMatchObject({ code: "email_taken", errors: { email: expect.any(String) } });
    const name = await app.call(register, {
      body: form({ email: "else@example.com", username: first.username.toUpperCase() }),
    });
    expect(name.status).toBe(409);
    expect(name.body).toMatchObject({ code: "username_taken", errors: { username: expect.any(String) } });
  });

  test("stores the accepted version of the terms and the time, whether the request names it or not", async () => {
    for (const agreed of [{ agreed: true as const }, {}]) {
      const username = `agreeing${agreed.agreed ? "" : " silently"}`;
      const { body } = await app.call(register, {
        body: { ...form({ email: `${username.replace(" ", ".")}@example.com`, username }), ...agreed },
      });
      const { rows } = await app.database.pool.query(
        "select terms_version, now() - terms_accepted_at < interval '1 minute' as is_now from accounts where member_id = $1",
        [body.user._id],
      );
      expect(rows).toEqual([{ terms_version: TERMS_VERSION, is_now: true }]);
    }
    const refused = await app.call(register, { body: { ...form(), agreed: false as never } });
    expect(refused).toMatchObject({ status: 400, body: { errors: { agreed: "You must agree to the terms" } } });
  });

  test("treats a look-alike address as another one", async () => {
    const { email } = await createMember(app);
    const wide = email.replace("m", "\uff4d");
    expect((await app.call(register, { body: form({ email: wide, username: "look alike" }) })).status).toBe(201);
    const domain = email.replace("example.com", "EXAMPL\uff25.com");
    const same = await app.call(register, { body: form({ email: domain, username: "same domain" }) });
    expect(same.body).toMatchObject({ code: "email_taken" });
    expect((await app.call(login, { body: { email, password: PASSWORD } })).status).toBe(200);
  });
});

const check = (username: string) => app.call(checkUsername, { query: { username } });

describe("the check of a username", () => {
  test("calls a name free that nobody has, and says no more about it", async () => {
    const { status, body } = await check(" GymLegend ");
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, free: true, suggestions: [] });
  });

  test("offers up to three free names for a taken one, however it is spelled", async () => {
    const { username } = await createMember(app);
    for (const spelled of [username, username.toUpperCase(), username.replace("m", "\u{1d426}")]) {
      const { body } = await check(spelled);
      expect([spelled, body.free, body.suggestions.length]).toEqual([spelled, false, 3]);
      for (const suggestion of body.suggestions) {
        expect(suggestion.startsWith(spelled.slice(0, USERNAME_MAX - 4))).toBe(true);
        expect((await check(suggestion)).body.free).toBe(true);
      }
    }
  });

  test("refuses names that cannot be had with the form's message", async () => {
    for (const [name, message] of [
      ["ab", "Username must be at least 3 characters"],
      ["x".repeat(USERNAME_MAX + 1), `Username must be at most ${USERNAME_MAX} characters`],
      ["Supp0rt", "That name is kept for Spotter itself. Please pick another."],
    ] as const)
      expect(await check(name)).toMatchObject({ status: 400, body: { errors: { username: message } } });
  });
});

describe("with limits", () => {
  const limited = testApp({ rateLimits: true, trustProxy: "loopback" });

  test("a network has 300 checks an hour, and others are not affected", async () => {
    const from = (network: string) =>
      limited.fetch(`${checkUsername.path}?username=somebody`, { headers: { "x-forwarded-for": network } });
    await from("198.51.100.1");
    await limited.database.pool.query("update rate_limits set count = 300");
    const refused = await from("198.51.100.1");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3500]).toEqual([429, true]);
    expect((await from("198.51.100.2")).status).toBe(200);
  });
});
