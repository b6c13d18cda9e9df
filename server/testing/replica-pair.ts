import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase } from "#server/platform/db/client.ts";
import type { SocketConnection } from "#server/platform/db/embedded.ts";
import { APP, DATABASE, OWNER, SUPERUSER } from "#server/platform/db/embedded-roles.ts";
import { type BarePostgres, startBarePostgres } from "#server/testing/bare-postgres.ts";
import { copyDataFolder } from "#server/testing/global-setup.ts";
import type { TestDatabase } from "#server/testing/test-database.ts";

/** A primary with the schema, and a streaming replica of it, on servers of their own. */
export interface ReplicaPair {
  readonly primary: TestDatabase;
  /** Connects to the replica as the app's role. */
  readonly replica: SocketConnection;
  /** Runs statements as the superuser of the replica, such as `select pg_wal_replay_pause()`. */
  runOnReplica(text: string): Promise<pg.QueryResult>;
  /** Ends the primary at once, as a power failure. */
  killPrimary(): Promise<void>;
}

/** As servers of a pair that lose nothing: a commit returns once the replica has applied it. */
const SYNCHRONOUS = "synchronous_standby_names = '*'\nsynchronous_commit = remote_apply\n";

/**
 * Starts both. The copy of a cluster that no server uses is a base for a replica, without `pg_basebackup`.
 * @param isSynchronous whether commits wait for the replica
 */
export async function startReplicaPair(isSynchronous: boolean): Promise<ReplicaPair> {
  const folder = mkdtempSync(join(tmpdir(), "spotter-pair-"));
  const [there, here] = [join(folder, "primary"), join(folder, "replica")];
  for (const place of [there, here]) {
    const cluster = join(place, "pg");
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    copyDataFolder(join(inject("preparedData"), "pg"), cluster);
    appendFileSync(join(cluster, "pg_hba.conf"), "local all all trust\nlocal replication all trust\n");
    // As many connections and locks as the cluster had before.
    appendFileSync(
      join(cluster, "postgresql.auto.conf"),
      "max_connections = 300\nmax_locks_per_transaction = 256\nwal_level = replica\n",
    );
  }
  appendFileSync(
    join(here, "pg", "postgresql.auto.conf"),
    `primary_conninfo = 'host=${there} user=${SUPERUSER}'\nwal_retrieve_retry_interval = 100ms\n`,
  );
  writeFileSync(join(here, "pg", "standby.signal"), "");
  const primary = await startBarePostgres(there, SUPERUSER, "trust");
  const replica = await startBarePostgres(here, SUPERUSER, "trust");
  const running = new Set<BarePostgres>([primary, replica]);

  const run = async (server: BarePostgres, text: string) => {
    const client = new pg.Client(server.superuser);
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  if (isSynchronous) {
    appendFileSync(join(there, "pg", "postgresql.auto.conf"), SYNCHRONOUS);
    await run(primary, "select pg_reload_conf()");
  }
  const as = (user: string, host = there): SocketConnection => ({ host, user, database: DATABASE });
  const database = openDatabase(as(APP), () => undefined);
  const drop = async () => {
    await database.close();
    await Promise.all([...running].map((server) => server.stop("SIGQUIT")));
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    primary: { ...database, connection: as(APP), owner: as(OWNER), admin: as(SUPERUSER), drop },
    replica: as(APP, here),
    runOnReplica: (text) => run(replica, text),
    async killPrimary() {
      running.delete(primary);
      await primary.stop("SIGQUIT");
    },
  };
}
