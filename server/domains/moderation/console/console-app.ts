import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { DAY_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { recordRejections } from "#server/domains/accounts/security-events/rejected-requests.ts";
import { consoleRoutes } from "#server/domains/moderation/console/console.routes.ts";
import { registerStaffAuthentication } from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import { staffRoutes } from "#server/domains/moderation/staff/staff.routes.ts";
import { alertsRoutes } from "#server/domains/moderation/staff-alerts/alerts.routes.ts";
import { replyCompiler } from "#server/platform/http/compiled-replies.ts";
import type { RateChecks } from "#server/platform/http/rate-limit.ts";
import { registerJsonBodyParser } from "#server/platform/http/request-hooks.ts";

const BUILT = join(import.meta.dirname, "../../../../dist/console");
const root = join(BUILT, "moderation");
const page = join(BUILT, "console/index.html");
const WORKER = "/moderation/sw.js";

/** The console loads nothing of another origin, has no inline script or style, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(";");

type Routes = (app: FastifyInstance, ctx: Context) => void;

/** `/api/moderation`: everything is for staff, and nothing is cached. */
async function consoleApi(app: FastifyInstance, ctx: Context, checks: RateChecks, more: readonly Routes[]) {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(replyCompiler);
  app.addHook("onRequest", checks.network);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  recordRejections(app, ctx);
  registerJsonBodyParser(app);
  registerStaffAuthentication(app, ctx);
  app.addHook("preParsing", checks.staff);
  for (const routes of [staffRoutes, consoleRoutes, alertsRoutes, ...more]) routes(app, ctx);
}

async function consolePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(page)) return;
  app.addHook("onSend", async (request, reply) => {
    // It shows notifications, and loads nothing.
    if (request.routeOptions.url === WORKER) reply.header("content-security-policy", "default-src 'none'");
    if (!String(reply.getHeader("content-type")).startsWith("text/html")) return;
    reply.headers({
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "x-robots-tag": "noindex",
    });
  });
  const html = await readFile(page, "utf8");
  const paths = [
    "/moderation",
    "/moderation/",
    "/moderation/:screen",
    "/moderation/cases/:id",
    "/moderation/members/:id",
  ];
  for (const path of paths)
    app.get(path, async (_request, reply) =>
      reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html),
    );
  const worker = await readFile(join(root, "sw.js"), "utf8");
  app.get(WORKER, async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(worker),
  );
  await app.register(fastifyStatic, {
    root: join(root, "assets"),
    prefix: "/moderation/assets/",
    decorateReply: false,
    index: false,
    preCompressed: true,
    maxAge: 365 * DAY_MS,
    immutable: true,
  });
}

/**
 * The moderation console: on its own listener with `ADMIN_PORT`, otherwise on that of the members' app.
 * @param more routes of later domains
 */
export async function registerConsole(
  app: FastifyInstance,
  ctx: Context,
  checks: RateChecks,
  more: readonly Routes[],
): Promise<void> {
  await app.register((scope) => consoleApi(scope, ctx, checks, more));
  await app.register((scope) => consolePages(scope));
}
