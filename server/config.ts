import { isIP } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";
import { PUSH_SERVICES } from "#server/platform/adapters/push.ts";
import type { S3Settings } from "#server/platform/adapters/s3-requests.ts";
import type { StripeSettings } from "#server/platform/adapters/stripe-payments.ts";

/**
 * `web`: pages, API and sockets; it sends jobs, but runs none. `worker`: runs jobs and the schedule, and serves only
 * health checks and metrics. `all`: both.
 */
export type Role = "web" | "worker" | "all";

export interface Config {
  readonly role: Role;
  readonly port: number;
  readonly host: string;
  /** The port of the moderation console. Absent: it is on `port`, with everything else. */
  readonly adminPort: number | undefined;
  readonly adminHost: string;
  /** The address at which staff open the console, without a trailing slash. Absent: the listening address. */
  readonly adminUrl: string | undefined;
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The connection of the role that owns the tables and migrates the schema of `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** The store of images. Absent: `dataDir/photos`. */
  readonly s3: S3Settings | undefined;
  /** The most connections of this process for requests and job handlers; the queue and the events have a few of their own. */
  readonly databasePool: number;
  /** The address of PostgreSQL itself, if `databaseUrl` leads to a pooler in transaction mode. The same role. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether repeated statements are prepared. Poolers in transaction mode support it since PgBouncer 1.21. */
  readonly preparedStatements: boolean;
  /** A streaming replica of `databaseUrl`, for reads that may lag. Absent: the primary does all. */
  readonly databaseReplicaUrl: string | undefined;
  /** Redis or Valkey for events between processes and shared limits. Absent: PostgreSQL, and limits per process. */
  readonly redisUrl: string | undefined;
  /**
   * The base URL of links and the allowed origin of sockets, without a trailing slash. Absent: the listening address.
   */
  readonly publicUrl: string | undefined;
  /** Absent: emails are written to `dataDir/mail`. */
  readonly smtpUrl: string | undefined;
  /** The sender, such as `Spotter <hello@spotter.example>`. */
  readonly mailFrom: string;
  /** Absent: a local test checkout; in production payments are disabled. */
  readonly stripe: StripeSettings | undefined;
  /** Allowed hosts of push services, with their subdomains; `*` allows any. */
  readonly pushServices: readonly string[];
  /** A fake push service for tests, exempt from the SSRF guard. */
  readonly pushStandIn: string | undefined;
  readonly trustProxy: string | false;
  /** Seconds to keep serving after SIGTERM while `/readyz` returns 503, so load balancers can drain the process. */
  readonly drainSeconds: number;
  /** The bearer token of `/metrics`. Absent: only this machine may read it, and no one in production. */
  readonly metricsToken: string | undefined;
  /** The key of keyed hashes, 32 bytes. Absent: `hash.key` in `dataDir`, created at the first start. */
  readonly hashKey: Buffer | undefined;
  /** age public keys (`age1…`) that backups are encrypted for. Empty: backups are not encrypted. */
  readonly backupRecipients: readonly string[];
  readonly rateLimits: boolean;
  readonly passwordHashing: "full" | "minimal";
  /** Whether images are checked before others see them. `required`: a person reviews them where the model cannot run. */
  readonly imageChecks: "on" | "off" | "required";
  /** The probability of an explicit class, from 0 to 1, from which an image is held for review. */
  readonly imageCheckThreshold: number;
  /** Seconds for which the emails about a decision wait, so that it can be undone without one. */
  readonly statementDelaySeconds: number;
  readonly demoMembers: number;
  /** Free crushes for a full week of daily sets. */
  readonly fullWeekBonus: number;
  readonly production: boolean;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}://`).join(" or ")}`,
  });

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((n) => n >= min && n <= max);

/** Whether Fastify accepts it as a proxy: an address, a CIDR range, or a named range. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

const proxies = z.string().refine(
  (text) =>
    text === "off" ||
    text
      .split(",")
      .map((one) => one.trim())
      .every(isProxy),
);

const settings = {
  ROLE: { schema: z.enum(["web", "worker", "all"]), may: "web, worker or all" },
  PORT: { schema: integer(0, 65535), may: "a port from 0 to 65535" },
  HOST: { schema: z.string().min(1), may: "an address of this machine, such as 127.0.0.1" },
  ADMIN_PORT: { schema: integer(0, 65535), may: "a port from 0 to 65535" },
  ADMIN_HOST: { schema: z.string().min(1), may: "an address of this machine, such as 127.0.0.1" },
  ADMIN_URL: { schema: url("http", "https"), may: "an address such as https://staff.spotter.example" },
  DATA_DIR: { schema: z.string().min(1), may: "a folder" },
  DATABASE_URL: { schema: url("postgres", "postgresql"), may: "an address such as postgres://user:password@host/name" },
  DATABASE_OWNER_URL: {
    schema: url("postgres", "postgresql"),
    may: "an address such as postgres://owner:password@host/name",
  },
  S3_ENDPOINT: {
    schema: url("http", "https").refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text)),
    may: "an address without a path, such as https://s3.eu-central-1.amazonaws.com",
  },
  S3_BUCKET: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    may: "the name of a bucket: 3 to 63 of lower-case letters, digits, dots and hyphens",
  },
  S3_REGION: {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/i),
    may: "a region, such as eu-central-1; stores without regions usually take us-east-1",
  },
  S3_ACCESS_KEY_ID: { schema: z.string().regex(/^[\w:.@-]{1,128}$/), may: "the id of an access key" },
  S3_SECRET_ACCESS_KEY: { schema: z.string().regex(/^\S{1,256}$/), may: "the secret of the access key" },
  S3_PATH_STYLE: { schema: z.enum(["on", "off"]), may: "on or off" },
  DATABASE_POOL: { schema: integer(2, 200), may: "a number of connections from 2 to 200" },
  DATABASE_DIRECT_URL: {
    schema: url("postgres", "postgresql"),
    may: "an address such as postgres://user:password@host/name",
  },
  DATABASE_REPLICA_URL: {
    schema: url("postgres", "postgresql"),
    may: "an address such as postgres://user:password@host/name",
  },
  DATABASE_PREPARED_STATEMENTS: { schema: z.enum(["on", "off"]), may: "on or off" },
  REDIS_URL: {
    schema: url("redis", "rediss").refine((text) => /^\w+:\/\/[^/]+(\/\d*)?$/.test(text)),
    may: "an address such as redis://:password@host:6379, or rediss:// for TLS",
  },
  PUBLIC_URL: { schema: url("http", "https"), may: "an address such as https://spotter.example" },
  SMTP_URL: { schema: url("smtp", "smtps"), may: "an address such as smtps://user:password@mail.example:465" },
  MAIL_FROM: {
    schema: z.string().regex(/^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    may: "an address such as Spotter <hello@spotter.example>",
  },
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[sr]k_\w+$/),
    may: "a Stripe key that starts with sk_ or rk_",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((secret) => secret.trim()))
      .refine((secrets) => secrets.length <= 2 && secrets.every((secret) => /^whsec_\w+$/.test(secret))),
    may: "a Stripe webhook secret that starts with whsec_, or two separated by a comma",
  },
  STRIPE_API_BASE: { schema: url("http", "https"), may: "an address such as http://127.0.0.1:12111" },
  PUSH_SERVICES: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every((host) => host === "*" || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))),
    may: "hosts of push services separated by commas, such as push.example, or * for any",
  },
  PUSH_STAND_IN: {
    schema: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
    may: "an address such as http://127.0.0.1:12112",
  },
  TRUST_PROXY: { schema: proxies, may: "off, or addresses of proxies separated by commas" },
  DRAIN_SECONDS: { schema: integer(0, 60), may: "a number of seconds from 0 to 60" },
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\w.~+/=-]{16,}$/),
    may: "16 or more of letters, digits and -._~+/=",
  },
  HASH_KEY: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .transform((text) => Buffer.from(text, "hex")),
    may: "64 hexadecimal digits, such as `openssl rand -hex 32` prints",
  },
  BACKUP_RECIPIENT: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((one) => one.trim()))
      .refine((all) => all.every((one) => /^age1[02-9a-z]{20,}$/.test(one))),
    may: "a public key such as age1…, which `age-keygen` prints, or several separated by commas",
  },
  RATE_LIMITS: { schema: z.enum(["on", "off"]), may: "on or off" },
  PASSWORD_HASHING: { schema: z.enum(["full", "minimal"]), may: "full or minimal" },
  IMAGE_CHECKS: { schema: z.enum(["on", "off", "required"]), may: "on, off or required" },
  IMAGE_CHECK_THRESHOLD: {
    schema: z
      .string()
      .regex(/^[01](\.\d{1,4})?$/)
      .transform(Number)
      .refine((share) => share > 0 && share <= 1),
    may: "a number above 0 and up to 1, such as 0.85",
  },
  STATEMENT_DELAY_SECONDS: { schema: integer(0, 3600), may: "a number of seconds from 0 to 3600" },
  FULL_WEEK_BONUS: { schema: integer(0, 10), may: "a number of crushes from 0 to 10" },
  DEMO_MEMBERS: { schema: integer(0, 60), may: "a number from 0 to 60" },
  LOG_LEVEL: {
    schema: z.enum(["debug", "info", "warn", "error", "silent"]),
    may: "debug, info, warn, error or silent",
  },
  NODE_ENV: { schema: z.enum(["production", "development", "test"]), may: "production, development or test" },
} as const;

type Read = <K extends keyof typeof settings>(name: K) => z.output<(typeof settings)[K]["schema"]> | undefined;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
const isLoopbackUrl = (text: string): boolean => LOOPBACK.test(new URL(text).hostname);

/** Names and addresses that only a private network has. */
const PRIVATE_HOST =
  /^(10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|\[f[cd][0-9a-f:]+\]|[a-z][a-z0-9-]*|.+\.(internal|local|svc))$/i;
const isPrivateHost = (host: string): boolean => LOOPBACK.test(host) || PRIVATE_HOST.test(host);
export const isPrivateUrl = (text: string): boolean => isPrivateHost(new URL(text).hostname);

/** Whether a database is reached by a socket of this machine, a private network or TLS with a checked certificate. */
function isSafeDatabase(text: string): boolean {
  const { hostname, searchParams } = new URL(text);
  const host = decodeURIComponent(searchParams.get("host") ?? hostname);
  return host === "" || host.startsWith("/") || isPrivateHost(host) || searchParams.get("sslmode") === "verify-full";
}

/** Rejects addresses of public hosts to which personal data or passwords would be sent in clear text. */
function assertEncrypted(read: Read): void {
  const unless = "when NODE_ENV is production, unless its host is in a private network";
  const endpoint = read("S3_ENDPOINT");
  if (endpoint && !endpoint.startsWith("https:") && !isPrivateUrl(endpoint))
    throw new ConfigError(
      "S3_ENDPOINT must be an https address or one of a private network when NODE_ENV is production: images are sent there",
    );
  for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const) {
    const url = read(name);
    if (url && !isSafeDatabase(url)) throw new ConfigError(`${name} must have ?sslmode=verify-full ${unless}`);
  }
  const redis = read("REDIS_URL");
  if (redis && !isPrivateUrl(redis) && !(redis.startsWith("rediss:") && new URL(redis).password !== ""))
    throw new ConfigError(`REDIS_URL must start with rediss:// and have a password ${unless}`);
  const smtp = read("SMTP_URL");
  if (smtp && !isPrivateUrl(smtp) && new URL(smtp).searchParams.has("ignoreTLS"))
    throw new ConfigError(`SMTP_URL must not have ignoreTLS ${unless}`);
}

/** @throws ConfigError at the first setting that exposes development features publicly, or is unsafe in production */
function assertSafe(read: Read, production: boolean): void {
  const publicUrl = read("PUBLIC_URL");
  if (!production) {
    const risk = "otherwise anyone could use the demo login and the test checkout";
    if (!LOOPBACK.test(read("HOST") ?? "127.0.0.1"))
      throw new ConfigError(`HOST must be a loopback address unless NODE_ENV is production: ${risk}`);
    if (publicUrl && !isLoopbackUrl(publicUrl))
      throw new ConfigError(`PUBLIC_URL must be a loopback address unless NODE_ENV is production: ${risk}`);
    if (!LOOPBACK.test(read("ADMIN_HOST") ?? "127.0.0.1"))
      throw new ConfigError(`ADMIN_HOST must be a loopback address unless NODE_ENV is production: ${risk}`);
    return;
  }
  const inProduction = "when NODE_ENV is production";
  if (!publicUrl?.startsWith("https:"))
    throw new ConfigError(
      `PUBLIC_URL must be an https address ${inProduction}, such as https://spotter.example: emails link to it`,
    );
  const adminUrl = read("ADMIN_URL");
  if (adminUrl && !adminUrl.startsWith("https:") && !isLoopbackUrl(adminUrl))
    throw new ConfigError(
      `ADMIN_URL must be an https or a loopback address ${inProduction}: passkeys work on no other`,
    );
  if (read("RATE_LIMITS") === "off") throw new ConfigError(`RATE_LIMITS must be on ${inProduction}`);
  if (read("PASSWORD_HASHING") === "minimal") throw new ConfigError(`PASSWORD_HASHING must be full ${inProduction}`);
  const stripe = read("STRIPE_API_BASE");
  if (stripe && !stripe.startsWith("https:") && !isLoopbackUrl(stripe))
    throw new ConfigError(
      `STRIPE_API_BASE must be an https or a loopback address ${inProduction}: the secret key is sent there`,
    );
  assertEncrypted(read);
  if (read("PUSH_STAND_IN")) throw new ConfigError(`PUSH_STAND_IN must be unset ${inProduction}`);
  if (read("DEMO_MEMBERS"))
    throw new ConfigError(`DEMO_MEMBERS must be 0 ${inProduction}: members would take them for real people`);
}

/** An invalid setting. The message names the variable and the allowed values, and never shows the value. */
export class ConfigError extends Error {}

/**
 * As root, a vulnerability in the app would affect the whole machine.
 * @param uid undefined if the system has no user ids
 * @throws ConfigError
 */
export function assertNotRoot({ production }: Config, uid = process.geteuid?.()): void {
  if (production && uid === 0)
    throw new ConfigError("Spotter must not run as root when NODE_ENV is production: start it as a dedicated user");
}

/** @throws ConfigError if some settings of the store are missing */
function readS3(read: Read): S3Settings | undefined {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const [endpoint, bucket, region, accessKeyId, secretAccessKey] = names.map(read);
  const pathStyle = read("S3_PATH_STYLE");
  if (endpoint && bucket && region && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle: pathStyle !== "off" };
  const given = [...names, "S3_PATH_STYLE" as const].find((name) => read(name) !== undefined);
  const missing = names.find((name) => read(name) === undefined);
  if (given && missing) throw new ConfigError(`${missing} must be ${settings[missing].may}: ${given} requires it`);
  return undefined;
}

/** @throws ConfigError if the secret of the webhooks is missing */
function readStripe(read: Read): StripeSettings | undefined {
  const secretKey = read("STRIPE_SECRET_KEY");
  const webhookSecrets = read("STRIPE_WEBHOOK_SECRET");
  if (secretKey && !webhookSecrets) {
    throw new ConfigError(
      `STRIPE_WEBHOOK_SECRET must be ${settings.STRIPE_WEBHOOK_SECRET.may}: STRIPE_SECRET_KEY requires it`,
    );
  }
  return secretKey && webhookSecrets ? { secretKey, webhookSecrets, apiBase: read("STRIPE_API_BASE") } : undefined;
}

/** @throws ConfigError at the first setting that requires another one */
function assertComplete(read: Read, production: boolean): void {
  if (read("DATABASE_OWNER_URL") && !read("DATABASE_URL"))
    throw new ConfigError("DATABASE_URL must be set if DATABASE_OWNER_URL is: it holds the app's own role");
  const role = read("ROLE") ?? "all";
  if (role !== "all" && !read("DATABASE_URL"))
    throw new ConfigError("ROLE must be all if DATABASE_URL is not set: one process uses the embedded database");
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const)
    if (read(name) && !read("DATABASE_URL"))
      throw new ConfigError(`DATABASE_URL must be set if ${name} is: the embedded database has neither`);
  if (read("REDIS_URL") && !read("DATABASE_URL"))
    throw new ConfigError("DATABASE_URL must be set if REDIS_URL is: an embedded database has one process");
  const several = role === "all" ? "REDIS_URL" : "ROLE";
  if (production && read(several) && !read("HASH_KEY"))
    throw new ConfigError(
      `HASH_KEY must be set if ${several} is, to the same for all processes: the content of DATA_DIR/hash.key of the first one, or what \`openssl rand -hex 32\` prints`,
    );
  if (read("ADMIN_URL") && read("ADMIN_PORT") === undefined)
    throw new ConfigError("ADMIN_PORT must be set if ADMIN_URL is: without it the console is at PUBLIC_URL");
}

const createReader =
  (env: NodeJS.ProcessEnv): Read =>
  (name) => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    const result = settings[name].schema.safeParse(text);
    if (!result.success) throw new ConfigError(`${name} must be ${settings[name].may}`);
    return result.data as never;
  };

/** @throws ConfigError at the first invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = createReader(env);
  const production = read("NODE_ENV") === "production";
  assertSafe(read, production);
  assertComplete(read, production);
  const trusted = read("TRUST_PROXY");
  const stripe = readStripe(read);
  return {
    role: read("ROLE") ?? "all",
    port: read("PORT") ?? 3000,
    host: read("HOST") ?? "127.0.0.1",
    adminPort: read("ADMIN_PORT"),
    adminHost: read("ADMIN_HOST") ?? "127.0.0.1",
    adminUrl: read("ADMIN_URL")?.replace(/\/+$/, ""),
    dataDir: resolve(read("DATA_DIR") ?? "data"),
    databaseUrl: read("DATABASE_URL"),
    databaseOwnerUrl: read("DATABASE_OWNER_URL"),
    s3: readS3(read),
    databasePool: read("DATABASE_POOL") ?? 20,
    databaseDirectUrl: read("DATABASE_DIRECT_URL"),
    preparedStatements: (read("DATABASE_PREPARED_STATEMENTS") ?? (read("DATABASE_DIRECT_URL") ? "off" : "on")) === "on",
    databaseReplicaUrl: read("DATABASE_REPLICA_URL"),
    redisUrl: read("REDIS_URL"),
    publicUrl: read("PUBLIC_URL")?.replace(/\/+$/, ""),
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("MAIL_FROM") ?? "Spotter <hello@spotter.example>",
    stripe,
    pushServices: read("PUSH_SERVICES") ?? PUSH_SERVICES,
    pushStandIn: read("PUSH_STAND_IN"),
    trustProxy: trusted === undefined || trusted === "off" ? false : trusted,
    drainSeconds: read("DRAIN_SECONDS") ?? 0,
    metricsToken: read("METRICS_TOKEN"),
    hashKey: read("HASH_KEY"),
    backupRecipients: read("BACKUP_RECIPIENT") ?? [],
    rateLimits: read("RATE_LIMITS") !== "off",
    passwordHashing: read("PASSWORD_HASHING") ?? "full",
    imageChecks: read("IMAGE_CHECKS") ?? "on",
    imageCheckThreshold: read("IMAGE_CHECK_THRESHOLD") ?? 0.85,
    statementDelaySeconds: read("STATEMENT_DELAY_SECONDS") ?? 90,
    fullWeekBonus: read("FULL_WEEK_BONUS") ?? 0,
    demoMembers: read("DEMO_MEMBERS") ?? (production ? 0 : 60),
    production,
    logLevel: read("LOG_LEVEL") ?? "info",
  };
}
