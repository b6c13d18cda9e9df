import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";
import { createPositionSealer, type Position } from "#server/platform/db/read-position.ts";
import type { LaggingReads } from "#server/platform/db/replica.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** For what a reply says, not for what it decides. A client's own writes are visible. */
    laggingReads: LaggingReads;
  }
}

const PATH = "/api";
/** Much longer than a replica may lag that is used. */
const SECONDS = 60;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets clients read their own writes at whatever process and server: the reply to a write has a cookie with the
 * position of the primary, and a replica that has not reached it yet does not answer this client.
 */
export function registerLaggingReads(app: FastifyInstance, ctx: Context): void {
  const { replica } = ctx;
  app.decorateRequest("laggingReads", ctx.laggingReads);
  if (!replica) return;
  const sealer = createPositionSealer(ctx.keyedHash("read position"));
  // Browsers accept the prefix over https only.
  const isSecure = ctx.config.publicUrl?.startsWith("https:") === true;
  const name = isSecure ? "__Secure-spotter_written" : "spotter_written";
  const value = new RegExp(`(?:^|; ?)${name}=([\\w-]{22})(?:;|$)`);

  /** A forged or outdated value counts as none. */
  const findSeen = (cookies: string | undefined): Position => {
    const [, sealed] = value.exec(cookies ?? "") ?? [];
    return sealed === undefined ? 0 : (sealer.open(sealed) ?? 0);
  };

  app.addHook("onRequest", async (request) => {
    request.laggingReads = replica.readsAt(findSeen(request.headers.cookie));
  });
  app.addHook("onSend", async ({ method }, reply) => {
    if (SAFE_METHODS.has(method) || reply.statusCode >= 400) return;
    const sealed = sealer.seal(await replica.findPosition());
    const attributes = `Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
    reply.header("set-cookie", `${name}=${sealed}; ${attributes}`);
  });
}
