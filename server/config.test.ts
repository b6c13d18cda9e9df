import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

describe("settings", () => {
  test("may all be left out", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      demoMembers: 60,
      rateLimits: true,
      trustProxy: false,
    });
    expect(readConfig({ NODE_ENV: "production" }).demoMembers).toBe(0);
  });

  test.each([
    [{ PORT: "eighty" }, "PORT must be a port from 0 to 65535"],
    [{ PORT: "70000" }, "PORT must be a port from 0 to 65535"],
    [
      { DATABASE_URL: "mysql://host/name" },
      "DATABASE_URL must be an address such as postgres://user:password@host/name",
    ],
    [{ PUBLIC_URL: "spotter.example" }, "PUBLIC_URL must be an address such as https://spotter.example"],
    [{ DEMO_MEMBERS: "61" }, "DEMO_MEMBERS must be a number from 0 to 60"],
    [{ METRICS_TOKEN: "secret" }, "METRICS_TOKEN must be 16 or more of letters, digits and -._~+/="],
    [{ RATE_LIMITS: "maybe" }, "RATE_LIMITS must be on or off"],
    [{ RATE_LIMITS: "off", NODE_ENV: "production" }, "RATE_LIMITS must be on when NODE_ENV is production"],
    [{ STRIPE_SECRET_KEY: "secret" }, "STRIPE_SECRET_KEY must be a key of Stripe's, which starts with sk_ or rk_"],
    [
      { STRIPE_SECRET_KEY: "sk_live_x" },
      "STRIPE_WEBHOOK_SECRET must be a secret of Stripe's, which starts with whsec_, or two separated by a comma: STRIPE_SECRET_KEY needs it",
    ],
    [
      { NODE_ENV: "production", STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b" },
      "PUBLIC_URL must be an address such as https://spotter.example: whoever has paid comes back to it",
    ],
    [{ DRAIN_SECONDS: "90" }, "DRAIN_SECONDS must be a number of seconds from 0 to 60"],
    [{ PUSH_STAND_IN: "http://10.0.0.1:80" }, "PUSH_STAND_IN must be an address such as http://127.0.0.1:12112"],
    [
      { PUSH_STAND_IN: "http://127.0.0.1:12112", NODE_ENV: "production" },
      "PUSH_STAND_IN must be left out when NODE_ENV is production",
    ],
    [
      { PUSH_SERVICES: "https://push.example" },
      "PUSH_SERVICES must be hosts of push services separated by commas, such as push.example, or * for any",
    ],
    [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be off, or addresses of proxies separated by commas"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY must be off, or addresses of proxies separated by commas"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be debug, info, warn, error or silent"],
  ])("%j is refused in one line that names it", (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
    expect(message).not.toMatch(/\n/);
  });

  test.each(["10.0.0.1", "10.0.0.0/8, ::1", "loopback,fd00::/8"])("proxies may be %j", (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  });

  test("a refusal never repeats the value, which may be secret", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://me:hunter2@host" });
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(/hunter2/);
  });
});
