import { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { type Config, isPrivateUrl } from "#server/config.ts";
import {
  createDiscoveryIndex,
  type DiscoveryIndex,
  type DiscoveryIndexOptions,
} from "#server/domains/discovery/memory-index/memory-index.service.ts";
import {
  createNotificationRuntime,
  type NotificationRuntime,
} from "#server/domains/notifications/notifications.service.ts";
import type { Delays } from "#server/domains/notifications/notifications.statements.ts";
import { AppError } from "#server/errors.ts";
import { type ExportStore, openExportStore } from "#server/platform/adapters/export-store.ts";
import { createOfflineGeocoder, type Geocoder } from "#server/platform/adapters/geocoder.ts";
import { createImageChecker, type ImageChecker } from "#server/platform/adapters/image-checker.ts";
import { createImageProcessor, type ImageProcessor } from "#server/platform/adapters/image-processing.ts";
import { createFolderMailer, createSmtpMailer, type Mailer } from "#server/platform/adapters/mailer.ts";
import type { PaymentProvider } from "#server/platform/adapters/payments.ts";
import type { PhotoStore } from "#server/platform/adapters/photo-store.ts";
import { openPhotoStore } from "#server/platform/adapters/photo-stores.ts";
import { createWebPush, type Push } from "#server/platform/adapters/push.ts";
import { createRedisServer, type RedisServer } from "#server/platform/adapters/redis.ts";
import { createSharedCounters, type SharedCounters } from "#server/platform/adapters/shared-counters.ts";
import { createSignedCalendarUrls, type SignedCalendarUrls } from "#server/platform/adapters/signed-calendar-urls.ts";
import { createSignedPhotoUrls, type SignedPhotoUrls } from "#server/platform/adapters/signed-photo-urls.ts";
import { testPayments } from "#server/platform/adapters/test-payments.ts";
import { createVapidSigner } from "#server/platform/adapters/vapid.ts";
import { createTransact, type Database, type Db, type Transact } from "#server/platform/db/client.ts";
import type { LaggingReads, Replica } from "#server/platform/db/replica.ts";
import { readSecret } from "#server/platform/db/secrets.ts";
import { createUploads, type UploadRules, type Uploads } from "#server/platform/http/multipart-upload.ts";
import type { Jobs } from "#server/platform/jobs/job-queue.ts";
import { createKeyedHash, type KeyedHash, readOrCreateHashKey } from "#server/platform/lib/keyed-hash.ts";
import { createKeyedLimiter, createLimiter, type KeyedLimiter } from "#server/platform/lib/limiter.ts";
import type { PubSub } from "#server/platform/realtime/pubsub.ts";
import { createRealtime, type Realtime } from "#server/platform/realtime/socket-server.ts";
import { site } from "#site";

/** Events that domains emit after a commit, synchronously. Without a listener an event costs nothing. */
export interface DomainEvents {
  readonly crush_sent: [{ readonly senderId: string; readonly recipientId: string }];
  readonly message_sent: [{ readonly senderId: string; readonly receiverId: string; readonly sequence: number }];
  /** A workout date waits for the answer of `receiverId`: it was proposed, countered or is to be changed. */
  readonly date_proposed: [{ readonly senderId: string; readonly receiverId: string; readonly messageId: string }];
  readonly profile_changed: [{ readonly memberId: string }];
}

export type DomainEventEmitter = EventEmitter<DomainEvents>;

export const createDomainEvents = (): DomainEventEmitter => new EventEmitter<DomainEvents>();

/** The dependencies of all domains, created once per process. Tests replace some of them. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly db: Db;
  /** Undefined if the primary answers all reads. */
  readonly replica: Replica | undefined;
  /**
   * Reads for work of no client, on a replica. For a request use `request.laggingReads`, which show the client's own
   * writes.
   */
  readonly laggingReads: LaggingReads;
  readonly transact: Transact;
  /** For one statement. An error after it does not undo it. */
  readonly transactStatement: Transact;
  /** The same with the connections of requests without a session, so that a flood of them leaves the members' alone. */
  readonly visitors: Context;
  readonly realtime: Realtime;
  /** Undefined without Redis: then each process counts for itself. */
  readonly sharedCounters: SharedCounters | undefined;
  /** True while the process is stopping: `/readyz` returns 503. */
  readonly draining: { now: boolean };
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly push: Push;
  /** The base URL of links in emails, without a trailing slash. */
  readonly site: () => string;
  /** The base URL of the moderation console, to which passkeys of staff are bound. */
  readonly consoleSite: () => string;
  /** Undefined if payments are disabled. */
  readonly payments: PaymentProvider | undefined;
  readonly photos: PhotoStore;
  readonly exports: ExportStore;
  readonly photoUrls: SignedPhotoUrls;
  readonly calendarUrls: SignedCalendarUrls;
  readonly images: ImageProcessor;
  readonly imageChecker: ImageChecker;
  readonly uploads: Uploads;
  /** Bounds concurrent reports, whose evidence is held in memory, by member. @throws AppError server_busy */
  readonly reportLimiter: KeyedLimiter;
  readonly geocoder: Geocoder;
  readonly notifications: NotificationRuntime;
  readonly discoveryIndex: DiscoveryIndex;
  /** Events that domains emit after a commit. `demo/` listens; production has no listeners. */
  readonly domainEvents: DomainEventEmitter;
  /** State that a domain keeps while the process runs, such as a batcher. Created on first use, once per context. */
  readonly singleton: <T>(create: (ctx: Context) => T) => T;
  readonly keyedHash: KeyedHash;
  readonly now: () => Date;
}

const createConfiguredHash = ({ hashKey, dataDir }: Pick<Config, "hashKey" | "dataDir">): KeyedHash =>
  createKeyedHash(hashKey ?? readOrCreateHashKey(dataDir));

/** The Redis that is configured: the same prefix and signatures in all processes of an app. */
export const openRedis = async (config: Config, db: Db): Promise<RedisServer | undefined> =>
  config.redisUrl === undefined
    ? undefined
    : createRedisServer(config.redisUrl, await readSecret(db, "redis prefix"), createConfiguredHash(config));

const createMailer = ({ smtpUrl, mailFrom, dataDir }: Config, emailsMax: number): Mailer =>
  smtpUrl
    ? createSmtpMailer(smtpUrl, mailFrom, emailsMax, { requireTLS: !isPrivateUrl(smtpUrl) })
    : createFolderMailer(`${dataDir}/mail`, mailFrom);

/**
 * The address at which staff open the console: the configured one, else where it listens. Passkeys are bound to a name and
 * work on no IP address, so a loopback address is `localhost`.
 * @param listening such as `http://127.0.0.1:3000`
 */
export function findConsoleSite({ adminUrl, adminPort, publicUrl }: Config, listening: string): string {
  const site = adminUrl ?? (adminPort === undefined ? (publicUrl ?? listening) : listening);
  return site.replace(/^(https?:\/\/)(?:127(?:\.\d{1,3}){3}|\[::1?\]|0\.0\.0\.0)(?=:|$)/, "$1localhost");
}

/** Without a Stripe key payments are disabled in production, and go to a test page otherwise. */
async function createPayments({ stripe, production }: Config, db: Db): Promise<PaymentProvider | undefined> {
  if (stripe) return (await import("#server/platform/adapters/stripe-payments.ts")).stripePayments(stripe);
  return production ? undefined : testPayments(db);
}

/** Its keys are kept in the database, because browsers subscribe with them. */
async function createPush(
  { pushServices: services, pushStandIn: standIn }: Config,
  db: Db,
  now: () => Date,
): Promise<Push> {
  const tokens = createVapidSigner(await readSecret(db, "push"), `mailto:${site.supportEmail}`, now);
  return createWebPush({ tokens, services, now, standIn });
}

const REPORTS_AT_ONCE = 3;
const REPORTS_WAITING = 200;
const REPORTS_WAITING_OWN = 12;

function createReportLimiter(): KeyedLimiter {
  const busy = () => AppError.busy(5);
  const all = createLimiter(REPORTS_AT_ONCE, REPORTS_WAITING, busy);
  const byMember = createKeyedLimiter(1, REPORTS_WAITING_OWN, busy);
  return (memberId, work) => byMember(memberId, () => all(work));
}

/** Requires a migrated database. @param parts replacements for dependencies */
export async function createContext(
  config: Config,
  log: Logger,
  database: Database,
  jobs: Jobs,
  parts: Partial<
    Pick<Context, "mailer" | "photos" | "imageChecker" | "geocoder" | "now" | "site" | "consoleSite" | "payments">
  > & {
    /** Undefined in a single process. */
    pubsub?: PubSub | undefined;
    replica?: Replica | undefined;
    redis?: RedisServer | undefined;
    /** For tests. */
    uploadRules?: Partial<UploadRules> | undefined;
    notificationDelays?: Delays | undefined;
    discoveryIndexOptions?: DiscoveryIndexOptions | undefined;
  } = {},
): Promise<Context> {
  const { db } = database;
  const now = parts.now ?? (() => new Date());
  const realtime = createRealtime(parts.pubsub);
  const singletons = new Map<unknown, unknown>();
  const keyedHash = createConfiguredHash(config);
  const connect = (by: Db) =>
    ({
      db: by,
      laggingReads: parts.replica?.readsAt(0) ?? ((read) => read(by)),
      ...createTransact(by, realtime.publish, (error) => log.error({ err: error }, "after-commit hook failed")),
    }) satisfies Partial<Context>;
  const own: Omit<Context, "visitors"> = {
    config,
    log,
    database,
    ...connect(db),
    replica: parts.replica,
    realtime,
    sharedCounters: parts.redis && createSharedCounters(parts.redis, keyedHash, log),
    draining: { now: false },
    jobs,
    mailer: parts.mailer ?? createMailer(config, jobs.emailsMax),
    push: await createPush(config, db, now),
    site: parts.site ?? (() => config.publicUrl ?? `http://${config.host}:${config.port}`),
    consoleSite:
      parts.consoleSite ?? (() => findConsoleSite(config, `http://${config.host}:${config.adminPort ?? config.port}`)),
    payments: "payments" in parts ? parts.payments : await createPayments(config, db),
    photos: parts.photos ?? (await openPhotoStore(config, log)),
    exports: await openExportStore(config, log),
    photoUrls: createSignedPhotoUrls(await readSecret(db, "photo addresses"), now),
    calendarUrls: createSignedCalendarUrls(keyedHash),
    images: createImageProcessor(),
    imageChecker: parts.imageChecker ?? createImageChecker(log),
    uploads: createUploads(`${config.dataDir}/uploads`, log, parts.uploadRules),
    reportLimiter: createReportLimiter(),
    notifications: createNotificationRuntime(parts.notificationDelays),
    discoveryIndex: createDiscoveryIndex(db, log, parts.discoveryIndexOptions),
    geocoder: parts.geocoder ?? createOfflineGeocoder(),
    keyedHash,
    domainEvents: createDomainEvents(),
    singleton: <T>(create: (ctx: Context) => T): T => {
      if (!singletons.has(create)) singletons.set(create, create(ctx));
      return singletons.get(create) as T;
    },
    now,
  };
  const visitors = Object.assign(Object.create(own) as Context, connect(database.visitors.db));
  const ctx: Context = Object.assign(own, { visitors });
  return ctx;
}
