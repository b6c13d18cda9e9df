import type pg from "pg";

/** The role and the place that a connection leads to. */
export interface Identity {
  readonly role: string;
  readonly database: string;
  /** The start time of the server and the database's oid. */
  readonly place: string;
}

const QUERY = `
  select current_user::text as role, datname::text as database, pg_postmaster_start_time()::text || ' ' || oid as place
  from pg_database where datname = current_database()`;

export const findIdentity = async (connection: Pick<pg.Pool, "query">): Promise<Identity> =>
  (await connection.query<Identity>(QUERY)).rows[0] ?? { role: "", database: "", place: "" };
