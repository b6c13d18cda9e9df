import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chownToPostgres, type Programs, runSingleUser } from "#server/db/embedded-run.ts";

/** The superuser that `initdb` creates. It cannot connect. */
export const SUPERUSER = "spotter";
/** The role that owns the database and its tables, and may change the schema. */
export const OWNER = "spotter_owner";
/** The app's role, which may read and write rows. */
export const APP = "spotter_app";
/** The name of the app's database. */
export const DATABASE = "spotter";
/** The database in which advisory locks of the data folder are taken. */
export const LOCKS_DATABASE = "postgres";

/**
 * Only these two roles may connect, through a socket in a folder that only the app's user can enter. A password file
 * would be in the same data folder, so it would not protect against anyone who can reach the socket (decision 031).
 */
const HBA = `# Written by Spotter, which writes it anew where it differs. The superuser cannot connect.
local ${DATABASE} ${OWNER},${APP} trust
local ${LOCKS_DATABASE} ${APP} trust
`;

const ATTRIBUTES = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/** Runs a statement only if a condition holds. */
const onlyIf = (condition: string, statement: string): string =>
  `do $$ begin if ${condition} then ${statement}; end if; end $$`;

const createRoleStatements = (name: string): readonly string[] => [
  onlyIf(`not exists (select from pg_roles where rolname = '${name}')`, `create role ${name}`),
  `alter role ${name} ${ATTRIBUTES}`,
];

const CREATE_ROLES = [
  ...createRoleStatements(OWNER),
  ...createRoleStatements(APP),
  `revoke all on database ${LOCKS_DATABASE} from public`,
  `grant connect on database ${LOCKS_DATABASE} to ${APP}`,
];

/** Transfers objects that an earlier version created as the superuser to the owner role. */
const TRANSFER_OBJECTS = `
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

const TRANSFER_DATABASE = [
  `alter database ${DATABASE} owner to ${OWNER}`,
  `revoke all on database ${DATABASE} from public`,
  `grant connect on database ${DATABASE} to ${APP}`,
  TRANSFER_OBJECTS,
];

const hbaFile = (cluster: string): string => join(cluster, "pg_hba.conf");

/** Whether the cluster has both roles and rejects all other connections. */
export const hasRoles = (cluster: string): boolean => readFileSync(hbaFile(cluster), "utf8") === HBA;

/**
 * Creates the roles of a cluster and transfers the database to the owner role. The superuser's statements run in
 * single-user mode, so no server may be running. `pg_hba.conf` marks completion and is written last: after an
 * interruption the next start repeats all steps, which are idempotent.
 */
export function createRoles(programs: Programs, cluster: string): void {
  runSingleUser(programs, cluster, LOCKS_DATABASE, CREATE_ROLES);
  const output = runSingleUser(programs, cluster, LOCKS_DATABASE, [
    `select 'database exists' from pg_database where datname = '${DATABASE}'`,
  ]);
  if (!output.includes("database exists"))
    runSingleUser(programs, cluster, LOCKS_DATABASE, [`create database ${DATABASE}`]);
  runSingleUser(programs, cluster, DATABASE, TRANSFER_DATABASE);
  const draft = `${hbaFile(cluster)}.new`;
  writeFileSync(draft, HBA, { mode: 0o600, flush: true });
  chownToPostgres(programs, draft);
  renameSync(draft, hbaFile(cluster));
  if (process.platform === "win32") return;
  const folder = openSync(cluster, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
