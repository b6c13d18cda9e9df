import type { SocketConnection } from "#server/db/embedded.ts";

/** A database as DATABASE_URL names it. */
export const urlOf = ({ host, user, database }: SocketConnection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
