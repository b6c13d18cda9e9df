import type { Logger } from "pino";
import { createOfflineGeocoder, type Geocoder } from "#server/adapters/geocoder.ts";
import { type Images, makeImages } from "#server/adapters/image-processing.ts";
import { folderMailer, type Mailer, smtpMailer } from "#server/adapters/mailer.ts";
import type { Payments } from "#server/adapters/payments.ts";
import { folderPhotoStore, type PhotoStore } from "#server/adapters/photo-store.ts";
import { type Push, webPush } from "#server/adapters/push.ts";
import { stripePayments } from "#server/adapters/stripe-payments.ts";
import { testPayments } from "#server/adapters/test-payments.ts";
import { pushTokens } from "#server/adapters/vapid.ts";
import type { Config } from "#server/config.ts";
import { createTransact, type Database, type Db, type Transact } from "#server/db/client.ts";
import { readSecret } from "#server/db/secrets.ts";
import { AppError } from "#server/errors.ts";
import { makeUploads, type UploadRules, type Uploads } from "#server/http/multipart-upload.ts";
import { type Jobs, MAILS_AT_ONCE } from "#server/jobs/job-queue.ts";
import { type KeyedHash, makeKeyedHash, readOrCreateHashKey } from "#server/lib/keyed-hash.ts";
import { makeTurns, makeTurnsByName, type TurnsByName } from "#server/lib/limiter.ts";
import { createSignedPhotoUrls, type SignedPhotoUrls } from "#server/modules/photos/signed-photo-urls.ts";
import type { Bus } from "#server/realtime/pubsub.ts";
import { makeRealtime, type Realtime } from "#server/realtime/socket-server.ts";
import { site } from "#site";

/** Everything that the modules work with. Made once at the start; a test replaces the parts it wants to. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly db: Db;
  readonly transact: Transact;
  readonly realtime: Realtime;
  /** Whether it is about to stop, and takes no more than it must. */
  readonly draining: { now: boolean };
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly push: Push;
  /** The address that links in e-mails begin with, without a slash at its end. */
  readonly site: () => string;
  /** Undefined where nothing can be bought. */
  readonly payments: Payments | undefined;
  readonly photos: PhotoStore;
  readonly photoUrls: SignedPhotoUrls;
  readonly images: Images;
  readonly uploads: Uploads;
  /** In whose turn a member's report is stored: its evidence lies in memory for that long. @throws AppError server_busy */
  readonly reportTurns: TurnsByName;
  readonly geocoder: Geocoder;
  /** Hashes with a key that is not in the database. */
  readonly keyedHash: KeyedHash;
  /** The time, for whatever depends on it. */
  readonly now: () => Date;
}

const makeMailer = ({ smtpUrl, mailFrom, dataDir }: Config): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom, MAILS_AT_ONCE) : folderMailer(`${dataDir}/mail`, mailFrom);

/** Without a key nothing can be bought where people are, and elsewhere at a test page that takes no money. */
function makePayments({ stripe, production }: Config, db: Db): Payments | undefined {
  if (stripe) return stripePayments(stripe);
  return production ? undefined : testPayments(db);
}

/** With keys that are made once, and stay: browsers subscribe with them. */
async function makePush(
  { pushServices: services, pushStandIn: standIn }: Config,
  db: Db,
  now: () => Date,
): Promise<Push> {
  const tokens = pushTokens(await readSecret(db, "push"), `mailto:${site.supportEmail}`, now);
  return webPush({ tokens, services, now, standIn });
}

const REPORTS_AT_ONCE = 3;
const REPORTS_WAITING = 200;
const REPORTS_WAITING_OWN = 12;

/** One report of a member at a time, and a few members at once. Nothing else takes these turns. */
function makeReportTurns(): TurnsByName {
  const busy = () => AppError.busy(5);
  const everybody = makeTurns(REPORTS_AT_ONCE, REPORTS_WAITING, busy);
  const byMember = makeTurnsByName(1, REPORTS_WAITING_OWN, busy);
  return (memberId, work) => byMember(memberId, () => everybody.take(work));
}

/** Builds the parts from the settings. The database has to be migrated. */
export async function createContext(
  config: Config,
  log: Logger,
  database: Database,
  jobs: Jobs,
  parts: Partial<Pick<Context, "mailer" | "photos" | "geocoder" | "now" | "site" | "payments">> & {
    /** Where there are other processes. */
    bus?: Bus | undefined;
    /** Other than the usual ones, for tests. */
    uploadRules?: Partial<UploadRules> | undefined;
  } = {},
): Promise<Context> {
  const { db } = database;
  const now = parts.now ?? (() => new Date());
  const realtime = makeRealtime(parts.bus);
  return {
    config,
    log,
    database,
    db,
    transact: createTransact(db, realtime.publish, (error) => log.error({ err: error }, "after a commit")),
    realtime,
    draining: { now: false },
    jobs,
    mailer: parts.mailer ?? makeMailer(config),
    push: await makePush(config, db, now),
    site: parts.site ?? (() => config.publicUrl ?? `http://${config.host}:${config.port}`),
    payments: "payments" in parts ? parts.payments : makePayments(config, db),
    photos: parts.photos ?? folderPhotoStore(`${config.dataDir}/photos`),
    photoUrls: createSignedPhotoUrls(await readSecret(db, "photo addresses"), now),
    images: makeImages(),
    uploads: makeUploads(`${config.dataDir}/uploads`, log, parts.uploadRules),
    reportTurns: makeReportTurns(),
    geocoder: parts.geocoder ?? createOfflineGeocoder(),
    keyedHash: makeKeyedHash(config.hashKey ?? readOrCreateHashKey(config.dataDir)),
    now,
  };
}
