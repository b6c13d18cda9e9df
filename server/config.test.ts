import { describe, expect, test } from "vitest";
import { assertNotRoot, ConfigError, readConfig } from "#server/config.ts";
import { findConsoleSite } from "#server/context.ts";
import { findMissingDetails, siteConfigWarning } from "#server/site-details.ts";
import { type Site, site } from "#site";

const PRODUCTION = { NODE_ENV: "production", PUBLIC_URL: "https://spotter.example" };

const S3 = {
  S3_ENDPOINT: "https://store.example",
  S3_BUCKET: "spotter-pictures",
  S3_REGION: "us-east-1",
  S3_ACCESS_KEY_ID: "AKIA",
  S3_SECRET_ACCESS_KEY: "secret/+=",
};

describe("settings", () => {
  test("have defaults", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      demoMembers: 60,
      fullWeekBonus: 0,
      rateLimits: true,
      trustProxy: false,
    });
    expect(readConfig({ NODE_ENV: "production", PUBLIC_URL: "https://spotter.example" }).demoMembers).toBe(0);
  });

  test("of a store of images belong together, and may be in a private network", () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ ...PRODUCTION, ...S3 }).s3).toEqual({
      endpoint: "https://store.example",
      bucket: "spotter-pictures",
      region: "us-east-1",
      accessKeyId: "AKIA",
      secretAccessKey: "secret/+=",
      pathStyle: true,
    });
    for (const host of ["127.0.0.1:8080", "10.0.3.1", "172.20.0.5:9000", "[fd00::1]:80", "store:8080", "s3.internal"])
      expect(
        readConfig({ ...PRODUCTION, ...S3, S3_ENDPOINT: `http://${host}`, S3_PATH_STYLE: "off" }).s3,
      ).toMatchObject({
        endpoint: `http://${host}`,
        pathStyle: false,
      });
    expect(() => readConfig({ ...PRODUCTION, ...S3, S3_ENDPOINT: "http://172.32.0.1" })).toThrow(ConfigError);
  });

  test.each([
    [{ PORT: "eighty" }, "PORT must be a port from 0 to 65535"],
    [{ PORT: "70000" }, "PORT must be a port from 0 to 65535"],
    [
      { DATABASE_URL: "mysql://host/name" },
      "DATABASE_URL must be an address such as postgres://user:password@host/name",
    ],
    [
      { DATABASE_OWNER_URL: "postgres://owner@host/name" },
      "DATABASE_URL must be set if DATABASE_OWNER_URL is: it holds the app's own role",
    ],
    [
      { S3_ENDPOINT: "https://store.example/bucket" },
      "S3_ENDPOINT must be an address without a path, such as https://s3.eu-central-1.amazonaws.com",
    ],
    [
      { S3_ENDPOINT: "https://key:secret@store.example" },
      "S3_ENDPOINT must be an address without a path, such as https://s3.eu-central-1.amazonaws.com",
    ],
    [
      { S3_BUCKET: "My Bucket" },
      "S3_BUCKET must be the name of a bucket: 3 to 63 of lower-case letters, digits, dots and hyphens",
    ],
    [
      { ...S3, S3_REGION: "" },
      "S3_REGION must be a region, such as eu-central-1; stores without regions usually take us-east-1: S3_ENDPOINT requires it",
    ],
    [
      { S3_PATH_STYLE: "off" },
      "S3_ENDPOINT must be an address without a path, such as https://s3.eu-central-1.amazonaws.com: S3_PATH_STYLE requires it",
    ],
    [
      { ...PRODUCTION, ...S3, S3_ENDPOINT: "http://store.example" },
      "S3_ENDPOINT must be an https address or one of a private network when NODE_ENV is production: images are sent there",
    ],
    [{ ROLE: "api" }, "ROLE must be web, worker or all"],
    [{ ROLE: "worker" }, "ROLE must be all if DATABASE_URL is not set: one process uses the embedded database"],
    [{ DATABASE_POOL: "1" }, "DATABASE_POOL must be a number of connections from 2 to 200"],
    [
      { DATABASE_DIRECT_URL: "postgres://user@host/name" },
      "DATABASE_URL must be set if DATABASE_DIRECT_URL is: the embedded database has neither",
    ],
    [
      { DATABASE_REPLICA_URL: "postgres://user@host/name" },
      "DATABASE_URL must be set if DATABASE_REPLICA_URL is: the embedded database has neither",
    ],
    [{ DATABASE_PREPARED_STATEMENTS: "yes" }, "DATABASE_PREPARED_STATEMENTS must be on or off"],
    [
      { REDIS_URL: "localhost:6379", DATABASE_URL: "postgres://host/name" },
      "REDIS_URL must be an address such as redis://:password@host:6379, or rediss:// for TLS",
    ],
    [
      { REDIS_URL: "redis:///1", DATABASE_URL: "postgres://host/name" },
      "REDIS_URL must be an address such as redis://:password@host:6379, or rediss:// for TLS",
    ],
    [
      { REDIS_URL: "redis://host/app", DATABASE_URL: "postgres://host/name" },
      "REDIS_URL must be an address such as redis://:password@host:6379, or rediss:// for TLS",
    ],
    [{ REDIS_URL: "redis://host" }, "DATABASE_URL must be set if REDIS_URL is: an embedded database has one process"],
    [{ PUBLIC_URL: "spotter.example" }, "PUBLIC_URL must be an address such as https://spotter.example"],
    [{ FULL_WEEK_BONUS: "11" }, "FULL_WEEK_BONUS must be a number of crushes from 0 to 10"],
    [{ DEMO_MEMBERS: "61" }, "DEMO_MEMBERS must be a number from 0 to 60"],
    [{ METRICS_TOKEN: "secret" }, "METRICS_TOKEN must be 16 or more of letters, digits and -._~+/="],
    [{ RATE_LIMITS: "maybe" }, "RATE_LIMITS must be on or off"],
    [{ ...PRODUCTION, PASSWORD_HASHING: "minimal" }, "PASSWORD_HASHING must be full when NODE_ENV is production"],
    [{ ...PRODUCTION, RATE_LIMITS: "off" }, "RATE_LIMITS must be on when NODE_ENV is production"],
    [
      { NODE_ENV: "production" },
      "PUBLIC_URL must be an https address when NODE_ENV is production, such as https://spotter.example: emails link to it",
    ],
    [
      { NODE_ENV: "production", PUBLIC_URL: "http://spotter.example" },
      "PUBLIC_URL must be an https address when NODE_ENV is production, such as https://spotter.example: emails link to it",
    ],
    [
      { ...PRODUCTION, DEMO_MEMBERS: "60" },
      "DEMO_MEMBERS must be 0 when NODE_ENV is production: members would take them for real people",
    ],
    [
      { ...PRODUCTION, STRIPE_API_BASE: "http://stripe.example" },
      "STRIPE_API_BASE must be an https or a loopback address when NODE_ENV is production: the secret key is sent there",
    ],
    [
      { HOST: "0.0.0.0" },
      "HOST must be a loopback address unless NODE_ENV is production: otherwise anyone could use the demo login and the test checkout",
    ],
    [
      { PUBLIC_URL: "https://spotter.example" },
      "PUBLIC_URL must be a loopback address unless NODE_ENV is production: otherwise anyone could use the demo login and the test checkout",
    ],
    ...(["ROLE", "REDIS_URL"] as const).map((name): [Record<string, string>, string] => [
      { ...PRODUCTION, DATABASE_URL: "postgres://a@host/name", [name]: name === "ROLE" ? "web" : "redis://host" },
      `HASH_KEY must be set if ${name} is, to the same for all processes: the content of DATA_DIR/hash.key of the first one, or what \`openssl rand -hex 32\` prints`,
    ]),
    [{ HASH_KEY: "abc" }, "HASH_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32` prints"],
    [{ STRIPE_SECRET_KEY: "secret" }, "STRIPE_SECRET_KEY must be a Stripe key that starts with sk_ or rk_"],
    [
      { STRIPE_SECRET_KEY: "sk_live_x" },
      "STRIPE_WEBHOOK_SECRET must be a Stripe webhook secret that starts with whsec_, or two separated by a comma: STRIPE_SECRET_KEY requires it",
    ],
    [{ DRAIN_SECONDS: "90" }, "DRAIN_SECONDS must be a number of seconds from 0 to 60"],
    [{ PUSH_STAND_IN: "http://10.0.0.1:80" }, "PUSH_STAND_IN must be an address such as http://127.0.0.1:12112"],
    [
      { ...PRODUCTION, PUSH_STAND_IN: "http://127.0.0.1:12112" },
      "PUSH_STAND_IN must be unset when NODE_ENV is production",
    ],
    [
      { PUSH_SERVICES: "https://push.example" },
      "PUSH_SERVICES must be hosts of push services separated by commas, such as push.example, or * for any",
    ],
    [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be off, or addresses of proxies separated by commas"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY must be off, or addresses of proxies separated by commas"],
    [
      { BACKUP_RECIPIENT: "AGE-SECRET-KEY-1QQ" },
      "BACKUP_RECIPIENT must be a public key such as age1…, which `age-keygen` prints, or several separated by commas",
    ],
    [{ ADMIN_PORT: "console" }, "ADMIN_PORT must be a port from 0 to 65535"],
    [
      { ADMIN_URL: "https://staff.spotter.example" },
      "ADMIN_PORT must be set if ADMIN_URL is: without it the console is at PUBLIC_URL",
    ],
    [
      { ADMIN_PORT: "3001", ADMIN_HOST: "0.0.0.0" },
      "ADMIN_HOST must be a loopback address unless NODE_ENV is production: otherwise anyone could use the demo login and the test checkout",
    ],
    [
      { ...PRODUCTION, ADMIN_PORT: "3001", ADMIN_URL: "http://staff.spotter.example" },
      "ADMIN_URL must be an https or a loopback address when NODE_ENV is production: passkeys work on no other",
    ],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be debug, info, warn, error or silent"],
  ])("rejects %j with one line that names the variable", (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
    expect(message).not.toMatch(/\n/);
  });

  test("prepare statements unless there is a pooler, or as asked", () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ["postgres://a@pooler/name", "postgres://a@host/name"];
    expect(readConfig({ DATABASE_URL }).preparedStatements).toBe(true);
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL }).preparedStatements).toBe(false);
    const asked = { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED_STATEMENTS: "on" };
    expect(readConfig(asked).preparedStatements).toBe(true);
  });

  test.each(["10.0.0.1", "10.0.0.0/8, ::1", "loopback,fd00::/8"])("accept the proxies %j", (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  });

  test.each([
    { HOST: "localhost", PUBLIC_URL: "http://127.0.0.1:8080" },
    { HOST: "::1", PUBLIC_URL: "http://[::1]:8080" },
    { ...PRODUCTION, HOST: "0.0.0.0" },
  ])("accept the combination %j", (env) => expect(readConfig(env).host).toBe(env.HOST));

  const DATABASE = { DATABASE_URL: "postgres://a:b@db/name", HASH_KEY: "0".repeat(64) };
  const SSLMODE = "must have ?sslmode=verify-full when NODE_ENV is production, unless its host is in a private network";

  test.each([
    [{ DATABASE_URL: "postgres://a:b@db.example/name" }, `DATABASE_URL ${SSLMODE}`],
    [{ DATABASE_URL: "postgres://a:b@db.example/name?sslmode=prefer" }, `DATABASE_URL ${SSLMODE}`],
    [{ DATABASE_URL: "postgres://a:b@db/name?host=db.example" }, `DATABASE_URL ${SSLMODE}`],
    [{ ...DATABASE, DATABASE_OWNER_URL: "postgres://a:b@203.0.113.1/name" }, `DATABASE_OWNER_URL ${SSLMODE}`],
    [{ ...DATABASE, DATABASE_DIRECT_URL: "postgres://a:b@db.example/name" }, `DATABASE_DIRECT_URL ${SSLMODE}`],
    [{ ...DATABASE, DATABASE_REPLICA_URL: "postgres://a:b@db.example/name" }, `DATABASE_REPLICA_URL ${SSLMODE}`],
    ...["redis://:secret@redis.example:6379", "rediss://redis.example:6379"].map(
      (REDIS_URL) =>
        [
          { ...DATABASE, REDIS_URL },
          "REDIS_URL must start with rediss:// and have a password when NODE_ENV is production, unless its host is in a private network",
        ] as const,
    ),
    [
      { SMTP_URL: "smtp://a:b@mail.example?ignoreTLS=true" },
      "SMTP_URL must not have ignoreTLS when NODE_ENV is production, unless its host is in a private network",
    ],
  ] as const)("%j sends nothing in clear text to a public host", (env, message) => {
    expect(() => readConfig({ ...PRODUCTION, ...env })).toThrow(new ConfigError(message));
    expect(() => readConfig(env)).not.toThrow();
  });

  test.each([
    { DATABASE_URL: "postgres://a:b@db.example/name?sslmode=verify-full" },
    { DATABASE_URL: "postgres://a:b@localhost/name?host=%2Fvar%2Frun%2Fpostgresql" },
    { DATABASE_URL: "postgres://a:b@10.0.0.1:6432/name" },
    { ...DATABASE, REDIS_URL: "redis://valkey" },
    { ...DATABASE, REDIS_URL: "rediss://:secret@redis.example" },
    { SMTP_URL: "smtp://a:b@mail.example:587" },
    { SMTP_URL: "smtp://127.0.0.1:25?ignoreTLS=true" },
  ])("%j may be used in production", (env) => expect(readConfig({ ...PRODUCTION, ...env }).production).toBe(true));

  test("are not repeated in errors, because they may be secret", () => {
    const read = () => readConfig({ DATABASE_URL: "mysql://me:hunter2@host" });
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(/hunter2/);
  });

  test("for production are rejected for root, and those for development are not", () => {
    const production = readConfig(PRODUCTION);
    expect(() => assertNotRoot(production, 0)).toThrow(
      new ConfigError("Spotter must not run as root when NODE_ENV is production: start it as a dedicated user"),
    );
    assertNotRoot(production, 1000);
    assertNotRoot(readConfig({}), 0);
  });
});

test("names the details of site.config.ts that the operator has not filled in, the social links among them", () => {
  const filled: Partial<Site> = {
    operatorName: "Plates & Pulse LLC",
    postalAddress: "1 Rack Street, Portland, OR 97201",
    supportEmail: "help@spotter.fit",
    governingState: "Oregon",
    serverLocation: "Oregon, United States",
    instagramUrl: "https://instagram.com/spotter.fit",
    tiktokUrl: "https://tiktok.com/@spotterfit",
    youtubeUrl: "https://youtube.com/@spotterfit",
  };
  expect(findMissingDetails(filled)).toEqual([]);
  expect(siteConfigWarning(filled)).toBeUndefined();
  // A state that is filled in may be the default one.
  expect(findMissingDetails({ ...filled, governingState: site.governingState })).toEqual([]);
  // An operator without a page there leaves its URL empty.
  expect(findMissingDetails({ ...filled, tiktokUrl: "" })).toEqual([]);
  expect(findMissingDetails({ ...filled, postalAddress: " ", youtubeUrl: site.youtubeUrl })).toEqual([
    "postalAddress",
    "youtubeUrl",
  ]);
  expect(siteConfigWarning({})).toContain(Object.keys(filled).join(", "));
});

test("a fresh clone has every detail, without brackets", () => {
  const missing = Object.entries(site).filter(([, value]) => /^\s*$|[[\]]/.test(String(value)));
  expect(missing.map(([name]) => name)).toEqual(["securityEmail", "analyticsTag"]);
});

describe("the console's address", () => {
  const LISTENING = "http://127.0.0.1:3001";
  test.each([
    [{}, "http://localhost:3001"],
    [PRODUCTION, PRODUCTION.PUBLIC_URL],
    [{ ...PRODUCTION, ADMIN_PORT: "3001" }, "http://localhost:3001"],
    [
      { ...PRODUCTION, ADMIN_PORT: "3001", ADMIN_URL: "https://staff.spotter.example/" },
      "https://staff.spotter.example",
    ],
  ])("with %j is %s: passkeys work on no IP address", (env, site) => {
    expect(findConsoleSite(readConfig(env), LISTENING)).toBe(site);
  });
});
