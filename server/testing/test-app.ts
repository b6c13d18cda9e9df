import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Endpoint, RequestOf, ResponseOf } from "#contract/endpoint.ts";
import type { ErrorResponse } from "#contract/errors.ts";
import { createApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type Context, createContext } from "#server/context.ts";
import type { DiscoveryIndexOptions } from "#server/domains/discovery/memory-index/memory-index.service.ts";
import { JOBS } from "#server/jobs.ts";
import type { ImageChecker } from "#server/platform/adapters/image-checker.ts";
import type { Mailer } from "#server/platform/adapters/mailer.ts";
import type { PaymentProvider } from "#server/platform/adapters/payments.ts";
import type { Replica } from "#server/platform/db/replica.ts";
import type { UploadRules } from "#server/platform/http/multipart-upload.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { createPubSub, type PubSubOptions } from "#server/platform/realtime/pubsub.ts";
import { TEST_JOBS } from "#server/testing/global-setup.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

export interface TestResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Omit<T, "success"> &
    Pick<Partial<ErrorResponse>, "code" | "errors"> & { readonly success: boolean } & (T extends { message: unknown }
      ? unknown
      : { readonly message?: string });
}

export interface TestApp {
  readonly ctx: Context;
  readonly database: TestDatabase;
  /** Such as `http://127.0.0.1:40123`. */
  readonly address: string;
  call<E extends Endpoint>(
    endpoint: E,
    sent: RequestOf<E>,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse<ResponseOf<E>>>;
  fetch(path: string, init?: RequestInit): Promise<TestResponse<Record<string, unknown>>>;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

export const SITE = "https://spotter.test";

interface TestParts {
  readonly mailer?: Mailer;
  readonly imageChecker?: ImageChecker;
  readonly now?: () => Date;
  /** By default the local test provider. */
  readonly payments?: () => Promise<PaymentProvider | undefined>;
  readonly uploadRules?: Partial<UploadRules>;
  readonly discoveryIndexOptions?: DiscoveryIndexOptions;
  /** Whether jobs run. By default they stay queued. */
  readonly work?: boolean;
  /** Opens the app's database in another way, such as through a proxy. */
  readonly openDatabase?: () => Promise<TestDatabase>;
  readonly openReplica?: (database: TestDatabase) => Replica;
  /** Between apps that share a database. */
  readonly pubsubOptions?: PubSubOptions;
  /** An app whose database and images this one shares; "others" if other apps will share those of this one. */
  readonly sharedWith?: TestApp | "others";
}

async function makeTestApp(settings: Partial<Config>, parts: TestParts): Promise<TestApp & { close(): Promise<void> }> {
  const { payments, sharedWith, openDatabase, openReplica, pubsubOptions, ...plain } = parts;
  const other = sharedWith === "others" ? undefined : sharedWith;
  const database = other?.database ?? (await (openDatabase ?? createTestDatabase)());
  const dataDir = other?.ctx.config.dataDir ?? mkdtempSync(join(tmpdir(), "spotter-app-"));
  const config = {
    ...readConfig({
      RATE_LIMITS: "off",
      PASSWORD_HASHING: "minimal",
      DEMO_MEMBERS: "0",
      IMAGE_CHECKS: "off",
      STATEMENT_DELAY_SECONDS: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    }),
    ...settings,
  };
  const log = pino({ level: "silent" });
  const jobs = await openJobQueue(database.direct, JOBS, log, TEST_JOBS);
  const pubsub = sharedWith && createPubSub(database.connection, log, pubsubOptions);
  const provider = payments && { payments: await payments() };
  const replica = openReplica?.(database);
  replica?.start();
  const ctx = await createContext(config, log, database, jobs, {
    ...plain,
    ...provider,
    pubsub,
    replica,
    redis: pubsubOptions?.redis,
    site: () => SITE,
  });
  if (parts.work) await jobs.work(ctx);
  const app = await createApp(ctx);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });

  const send: TestApp["fetch"] = async (path, init) => {
    const response = await fetch(address + path, init);
    const text = await response.text();
    const body = text.startsWith("{") ? JSON.parse(text) : { text };
    return { status: response.status, headers: response.headers, body };
  };
  const call: TestApp["call"] = async <E extends Endpoint>(
    endpoint: E,
    sent: RequestOf<E>,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ) => {
    const { params = {}, query = {}, body, form } = sent as Parts;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const given = Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]]));
    const search = new URLSearchParams(given);
    const answer = await send(search.size > 0 ? `${path}?${search}` : path, {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    });
    return answer as unknown as TestResponse<ResponseOf<E>>;
  };
  const close = async () => {
    await ctx.realtime.closeSockets();
    await app.close();
    await ctx.discoveryIndex.stop();
    await ctx.realtime.close();
    await jobs.stop();
    await ctx.imageChecker.stop();
    await replica?.stop();
    if (other) return;
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ctx, database, address, call, fetch: send, close };
}

/**
 * Enables the limits per member. Request limits by network stay off, because all tests share one network. Requires
 * `trustProxy: "loopback"` if members sign up afterwards.
 */
export const limitMembers = ({ ctx: { config } }: TestApp): void => void Object.assign(config, { rateLimits: true });

/** With a separate database for one test file. It runs the same code as `npm start`, over HTTP. */
export function testApp(settings: Partial<Config> = {}, parts: TestParts = {}): TestApp {
  let made: Awaited<ReturnType<typeof makeTestApp>> | undefined;
  beforeAll(async () => {
    made = await makeTestApp(settings, parts);
  });
  afterAll(() => made?.close());
  return new Proxy({} as TestApp, {
    get: (_, name) => {
      if (!made) throw new Error("the test app is only available in tests and hooks");
      return made[name as keyof TestApp];
    },
  });
}
