import type { FastifyInstance } from "fastify";
import type { Context } from "#server/context.ts";
import { site } from "#site";

/** RFC 9116 recommends less than a year; the text is made anew for each request, so it never expires while the app runs. */
const VALID_MS = 180 * 24 * 3600 * 1000;

/** Serves `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function serveSecurityTxt(app: FastifyInstance, ctx: Context): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const lines = [
      `Contact: mailto:${site.securityEmail || site.supportEmail}`,
      `Contact: ${ctx.site()}/contact`,
      `Expires: ${new Date(ctx.now().getTime() + VALID_MS).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${ctx.site()}/.well-known/security.txt`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
