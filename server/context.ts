import type { Logger } from "pino";
import { folderPhotoStore, type PhotoStore } from "#server/adapters/photo-store.ts";
import { offlinePlaces, type Places } from "#server/adapters/places.ts";
import type { Config } from "#server/config.ts";
import { type Database, type Db, makeTransact, type Transact } from "#server/db/client.ts";
import { readSecret } from "#server/db/secrets.ts";
import { type PhotoAddresses, signedPhotoAddresses } from "#server/photo-addresses.ts";
import { makeRealtime, type Realtime } from "#server/realtime.ts";

/** Everything that the modules work with. Made once at the start; a test replaces the parts it wants to. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly db: Db;
  readonly transact: Transact;
  readonly realtime: Realtime;
  readonly photos: PhotoStore;
  readonly photoAddresses: PhotoAddresses;
  readonly places: Places;
  /** The time, for whatever depends on it. */
  readonly now: () => Date;
}

/** Builds the parts from the settings. The database has to be migrated. */
export async function makeContext(
  config: Config,
  log: Logger,
  database: Database,
  parts: Partial<Pick<Context, "photos" | "places" | "now">> = {},
): Promise<Context> {
  const { db } = database;
  const now = parts.now ?? (() => new Date());
  const realtime = makeRealtime();
  return {
    config,
    log,
    database,
    db,
    transact: makeTransact(db, realtime.publish, (error) => log.error({ err: error }, "after a commit")),
    realtime,
    photos: parts.photos ?? folderPhotoStore(`${config.dataDir}/photos`),
    photoAddresses: signedPhotoAddresses(await readSecret(db, "photo addresses"), now),
    places: parts.places ?? offlinePlaces(),
    now,
  };
}
