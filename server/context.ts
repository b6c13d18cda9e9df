import type { Logger } from "pino";
import { folderMailer, type Mailer, smtpMailer } from "#server/adapters/mailer.ts";
import type { Payments } from "#server/adapters/payments.ts";
import { folderPhotoStore, type PhotoStore } from "#server/adapters/photo-store.ts";
import { offlinePlaces, type Places } from "#server/adapters/places.ts";
import { type Push, webPush } from "#server/adapters/push.ts";
import { pushTokens } from "#server/adapters/push-tokens.ts";
import { stripePayments } from "#server/adapters/stripe-payments.ts";
import { testPayments } from "#server/adapters/test-payments.ts";
import type { Bus } from "#server/bus.ts";
import type { Config } from "#server/config.ts";
import { type Database, type Db, makeTransact, type Transact } from "#server/db/client.ts";
import { readSecret } from "#server/db/secrets.ts";
import { type Jobs, MAILS_AT_ONCE } from "#server/jobs.ts";
import { type PhotoAddresses, signedPhotoAddresses } from "#server/photo-addresses.ts";
import { makeRealtime, type Realtime } from "#server/realtime.ts";
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
  readonly leaving: { now: boolean };
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly push: Push;
  /** The address that links in e-mails begin with, without a slash at its end. */
  readonly site: () => string;
  /** Undefined where nothing can be bought. */
  readonly payments: Payments | undefined;
  readonly photos: PhotoStore;
  readonly photoAddresses: PhotoAddresses;
  readonly places: Places;
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

/** Builds the parts from the settings. The database has to be migrated. */
export async function makeContext(
  config: Config,
  log: Logger,
  database: Database,
  jobs: Jobs,
  parts: Partial<Pick<Context, "mailer" | "photos" | "places" | "now" | "site" | "payments">> & {
    /** Where there are other processes. */
    bus?: Bus | undefined;
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
    transact: makeTransact(db, realtime.publish, (error) => log.error({ err: error }, "after a commit")),
    realtime,
    leaving: { now: false },
    jobs,
    mailer: parts.mailer ?? makeMailer(config),
    push: await makePush(config, db, now),
    site: parts.site ?? (() => config.publicUrl ?? `http://${config.host}:${config.port}`),
    payments: "payments" in parts ? parts.payments : makePayments(config, db),
    photos: parts.photos ?? folderPhotoStore(`${config.dataDir}/photos`),
    photoAddresses: signedPhotoAddresses(await readSecret(db, "photo addresses"), now),
    places: parts.places ?? offlinePlaces(),
    now,
  };
}
