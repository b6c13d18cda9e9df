import type { FastifyInstance, FastifyReply } from "fastify";
import type { DateState } from "#contract/date-rules.ts";
import { SPORT_TEXTS } from "#contract/sports.ts";
import type { Context } from "#server/context.ts";
import { escapeHtml, formatUtcTime } from "#server/email/email-layout.ts";
import { contactPageHeaders, ENDED_PAGE, renderContactPage } from "#server/http/contact-page-layout.ts";
import type { RateChecks } from "#server/http/rate-limit.ts";
import { findSharedDate } from "#server/modules/trusted-contacts/date-shares.service.ts";
import { formatDateTimes } from "#server/modules/trusted-contacts/trusted-contacts.policy.ts";
import type { ContactPage, SharedPage } from "#server/modules/trusted-contacts/trusted-contacts.queries.ts";
import { answerAsContact, findContactByToken } from "#server/modules/trusted-contacts/trusted-contacts.service.ts";

const TOKEN = /^[\w-]{22}$/;
const FORM_BYTES_MAX = 1024;

const STATES: Readonly<Partial<Record<DateState, string>>> = {
  agreed: "Both have agreed.",
  changed: "One of them has asked for a change. This is what was agreed before.",
  called_off: "Called off: this date does not take place.",
};

function renderDate(page: SharedPage, token: string): string {
  const { username, other, state } = page;
  const [own, theirs] = [escapeHtml(username), escapeHtml(other)];
  const photo = page.photo_key === null ? "" : `<img src="/d/${token}/photo" alt="" width="72" height="72">`;
  return renderContactPage(
    `${username}'s workout date`,
    `<h1>${own} meets ${theirs}</h1>
<p class="state${state === "called_off" ? " off" : ""}">${STATES[state] ?? "This date does not take place."}</p>
<dl><dt>With</dt><dd class="with">${photo}<span>${theirs}, from Spotter</span></dd>
<dt>What</dt><dd>${SPORT_TEXTS[page.sport].label}</dd>
<dt>When</dt><dd>${escapeHtml(formatDateTimes(page))}</dd>
<dt>Where</dt><dd dir="auto">${escapeHtml(page.place)}</dd></dl>
<p class="quiet">Last change: ${formatUtcTime(page.changed_at)}. Reload the page to see the latest. It ends 24 hours after the date. There is no live location.</p>
<p><strong>Not an emergency service.</strong> In danger, call your emergency number: 112 in Europe, 911 in the United States.</p>`,
  );
}

function renderContact({ username, state }: ContactPage): string {
  const own = escapeHtml(username);
  if (state === "confirmed")
    return renderContactPage(
      "Somebody trusts you",
      `<h1>${own} can tell you about dates</h1><p>You have said yes. When ${own} shares a date, we email you a page with when, where and with whom.</p>
<form method="post"><button name="answer" value="no">End this</button></form>
<p class="quiet">If you end it, we delete your address, and ${own} cannot ask you again.</p>`,
    );
  return renderContactPage(
    "Somebody trusts you",
    `<h1>${own} trusts you</h1><p>${own} would like to tell you when they meet somebody from Spotter, a fitness dating app: when, where and with whom. You need no account.</p>
<p>If you say yes, we keep your address for this alone. We may write to you if ${own} does not say that they are back, if ${own} wants that. You can end it at any time.</p>
<form method="post"><button class="yes" name="answer" value="yes">Yes, they can tell me</button><button name="answer" value="no">No, never ask again</button></form>
<p class="quiet">If you say no, we delete your address, and ${own} cannot ask you again. <a href="/privacy">Privacy</a></p>`,
  );
}

const YES = renderContactPage(
  "Thank you",
  `<h1>Thank you</h1><p>You hear from us when a date is shared with you. Each of our emails has a link that ends this.</p>`,
);
const NO = renderContactPage(
  "You will not be asked again",
  `<h1>Understood</h1><p>Your address is deleted. This person cannot ask you again.</p>`,
);

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
      const isAnswer = answer === "yes" || answer === "no";
      const isDone = isAnswer && TOKEN.test(token) && (await answerAsContact(ctx, token, answer));
      return send(reply, isDone ? (answer === "yes" ? YES : NO) : undefined);
    });
  });
}
