import { type EventCauseName, NOTIFICATION_CAUSES } from "#contract/notification-causes.ts";
import type { Email } from "#server/email/email-layout.ts";
import type { EmailWords } from "#server/modules/notifications/causes/cause.ts";

/** A link to the app in an email. Members without a session get there after login. */
export function emailedUrl(site: string, path: string): string {
  const url = new URL(path, site);
  url.searchParams.set("from", "mail");
  return url.href;
}

/** The email of a cause. It may name other members, but never contains their messages. */
export const notificationEmail = (
  { label, path, ...words }: EmailWords,
  cause: EventCauseName,
  { site, unsubscribe }: { readonly site: string; readonly unsubscribe: string },
): Email => ({
  ...words,
  button: { label, url: emailedUrl(site, path) },
  reason: `You get this because '${NOTIFICATION_CAUSES[cause].label}' is on in your settings.`,
  unsubscribeUrl: unsubscribe,
});
