import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Programs, runSingleUser } from "#server/platform/db/embedded-run.ts";

export const SUPERUSER = "spotter";
export const OWNER = "spotter_owner";
export const APP = "spotter_app";
export const DATABASE = "spotter";
/** The database in which advisory locks of the data folder are taken. */
export const LOCKS_DATABASE = "postgres";

/**
 * The socket's folder is only open to the app's user. A password file would be in the same data folder, so it would not
 * protect against anyone who can reach the socket (decision 031).
 */
const HBA = `# Written by Spotter. The superuser cannot connect.
local ${DATABASE} ${OWNER},${APP} trust
local ${LOCKS_DATABASE} ${APP} trust
`;

const ATTRIBUTES = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

const CREATE_ROLES = [
  `create role ${OWNER} ${ATTRIBUTES}`,
  `create role ${APP} ${ATTRIBUTES}`,
  `revoke all on database ${LOCKS_DATABASE} from public`,
  `grant connect on database ${LOCKS_DATABASE} to ${APP}`,
  `create database ${DATABASE} owner ${OWNER}`,
  `revoke all on database ${DATABASE} from public`,
  `grant connect on database ${DATABASE} to ${APP}`,
];

/** The superuser's statements run in single-user mode, so no server may be running. */
export function createRoles(programs: Programs, cluster: string): void {
  runSingleUser(programs, cluster, LOCKS_DATABASE, CREATE_ROLES);
  writeFileSync(join(cluster, "pg_hba.conf"), HBA, { flush: true });
}
