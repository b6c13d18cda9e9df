import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hand, type Programs, runAlone } from "#server/db/embedded-run.ts";

/** The role that `initdb` creates: a superuser that cannot connect. */
export const SUPERUSER = "spotter";
/** Owns the database and its tables, and changes the schema. */
export const OWNER = "spotter_owner";
/** The app's role, which reads and writes rows. */
export const APP = "spotter_app";
/** The name of our database. */
export const DATABASE = "spotter";
/** The database of the advisory locks of a data folder. */
export const LOCKS_DATABASE = "postgres";

/**
 * Only these two roles may connect, through the socket, whose folder only our account can enter. A password file would
 * be in the same data folder, so it would not protect against anyone who can reach the socket (decision 031).
 */
const HBA = `# Written by Spotter, which writes it anew where it differs. The superuser cannot connect.
local ${DATABASE} ${OWNER},${APP} trust
local ${LOCKS_DATABASE} ${APP} trust
`;

const ATTRIBUTES = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/** A statement that runs another one under a condition. */
const when = (condition: string, statement: string): string =>
  `do $$ begin if ${condition} then ${statement}; end if; end $$`;

const makeRole = (name: string): readonly string[] => [
  when(`not exists (select from pg_roles where rolname = '${name}')`, `create role ${name}`),
  `alter role ${name} ${ATTRIBUTES}`,
];

const MAKE_ROLES = [
  ...makeRole(OWNER),
  ...makeRole(APP),
  `revoke all on database ${LOCKS_DATABASE} from public`,
  `grant connect on database ${LOCKS_DATABASE} to ${APP}`,
];

/** Hands objects that an earlier version created as the superuser to the owner. */
const HAND_OVER = `
  do $$ declare change text; begin
    for change in
      select format('schema %I', nspname) from pg_namespace where nspname = 'jobs'
      union all
      select format('%s %I.%I', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, nspname, relname)
        from pg_class join pg_namespace n on n.oid = relnamespace
        where nspname in ('public', 'jobs') and relkind in ('r', 'p', 'S', 'v')
      union all
      select format('routine %s', oid::regprocedure) from pg_proc where pronamespace::regnamespace::text in ('public', 'jobs')
      union all
      select format('type %I.%I', nspname, typname) from pg_type join pg_namespace n on n.oid = typnamespace
        where nspname in ('public', 'jobs') and typtype in ('e', 'd')
    loop execute 'alter ' || change || ' owner to ${OWNER}'; end loop;
  end $$`;

const GIVE_DATABASE = [
  `alter database ${DATABASE} owner to ${OWNER}`,
  `revoke all on database ${DATABASE} from public`,
  `grant connect on database ${DATABASE} to ${APP}`,
  HAND_OVER,
];

const hbaFile = (cluster: string): string => join(cluster, "pg_hba.conf");

/** Whether a cluster has our roles and accepts no other connection. */
export const hasRoles = (cluster: string): boolean => readFileSync(hbaFile(cluster), "utf8") === HBA;

/**
 * Creates the roles of a cluster and hands the database to them. No server may run on it: the superuser's statements
 * run in single-user mode. After an interruption the next start repeats all steps, which are idempotent; `pg_hba.conf`,
 * which marks completion, is written last.
 */
export function makeRoles(programs: Programs, cluster: string): void {
  runAlone(programs, cluster, LOCKS_DATABASE, MAKE_ROLES);
  const known = runAlone(programs, cluster, LOCKS_DATABASE, [
    `select 'it is there' from pg_database where datname = '${DATABASE}'`,
  ]);
  if (!known.includes("it is there")) runAlone(programs, cluster, LOCKS_DATABASE, [`create database ${DATABASE}`]);
  runAlone(programs, cluster, DATABASE, GIVE_DATABASE);
  const draft = `${hbaFile(cluster)}.new`;
  writeFileSync(draft, HBA, { mode: 0o600, flush: true });
  hand(programs, draft);
  renameSync(draft, hbaFile(cluster));
  if (process.platform === "win32") return;
  const folder = openSync(cluster, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
