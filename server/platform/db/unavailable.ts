import pg from "pg";

/** Network errors, and the SQLSTATE of a server without a free connection. */
const CODES = new Set(
  "ECONNREFUSED ENOENT ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN 53300".split(" "),
);

/** Messages of `pg`, which has no codes for them. */
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client (was closed|has encountered a connection error)/i;

/** A statement on a lost connection may have taken effect. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.code?.startsWith("08") === true || error.code?.startsWith("57P") === true || error.code === "53300";
  const { code, message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  return CODES.has(String(code)) || MESSAGES.test(message);
}
