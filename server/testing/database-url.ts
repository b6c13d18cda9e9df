import type { SocketConnection } from "#server/platform/db/embedded.ts";

export const urlOf = ({ host, user, database }: SocketConnection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
