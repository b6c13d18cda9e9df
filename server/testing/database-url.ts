import type { SocketConnection } from "#server/db/embedded.ts";

/** The value of DATABASE_URL for a database. */
export const urlOf = ({ host, user, database }: SocketConnection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
