import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#server/context.ts";
import { contactPageHeaders, ENDED_PAGE } from "#server/domains/training/trusted-contacts/contact-page-layout.ts";
import {
  ANSWERED_PAGES,
  renderContact,
  renderDate,
} from "#server/domains/training/trusted-contacts/contact-page-texts.ts";
import { findSharedDate } from "#server/domains/training/trusted-contacts/date-shares.service.ts";
import {
  answerAsContact,
  CONTACT_ANSWERS,
  findContactByToken,
} from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import type { RateChecks } from "#server/platform/http/rate-limit.ts";

const TOKEN = /^[\w-]{22}$/;
const FORM_BYTES_MAX = 1024;

function send(reply: FastifyReply, html: string | undefined, formAction: "'self'" | "'none'" = "'none'") {
  return reply
    .status(html === undefined ? 404 : 200)
    .headers(contactPageHeaders(formAction))
    .type("text/html; charset=utf-8")
    .send(html ?? ENDED_PAGE);
}

/**
 * Pages for trusted contacts, by the tokens in their emails: a shared date with its photo, and the question to be a
 * contact. Reading one changes nothing, because mail scanners open links; answers are posted by its form.
 */
export function registerContactPages(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  interface Route {
    Params: { token: string };
  }
  const onRequest = checks.network;
  const find = async (token: string) => (TOKEN.test(token) ? findSharedDate(ctx, token) : undefined);

  app.get<Route>("/d/:token", { onRequest }, async ({ params: { token } }, reply) => {
    const page = await find(token);
    return send(reply, page && renderDate(page, token));
  });

  app.get<Route>("/d/:token/photo", { onRequest }, async ({ params: { token } }, reply) => {
    const key = (await find(token))?.photo_key;
    const file = key ? await ctx.photos.read(key, "thumb.webp") : undefined;
    if (!file) return reply.status(404).type("text/plain").send("Not found");
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex", "content-length": file.bytes });
    return reply.type("image/webp").send(file.stream);
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
      async (_: unknown, body: string) => new URLSearchParams(body).get("answer"),
    );
    scope.get<Route>("/trusted/:token", { onRequest }, async ({ params: { token } }, reply) => {
      const page = TOKEN.test(token) ? await findContactByToken(ctx, token) : undefined;
      return send(reply, page && renderContact(page), "'self'");
    });
    scope.post<Route>("/trusted/:token", { onRequest }, async ({ params: { token }, body: answer }, reply) => {
      const given = CONTACT_ANSWERS.find((one) => one === answer);
      const isDone = given !== undefined && TOKEN.test(token) && (await answerAsContact(ctx, token, given));
      return send(reply, isDone ? ANSWERED_PAGES[given] : undefined);
    });
  });
}
