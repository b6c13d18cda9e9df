import { type EventCauseName, NOTIFICATION_CAUSES } from "#contract/notifications/notification-causes.ts";
import type { EmailWords } from "#server/domains/notifications/causes/cause.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

/** Members without a session get to the page after login. */
export function emailedUrl(site: string, path: string): string {
  const url = new URL(path, site);
  url.searchParams.set("from", "mail");
  return url.href;
}

/** Whatever the cause: subject and preview may show on a lock screen. */
export const discreetWords = ({ path }: EmailWords): EmailWords => ({
  subject: "Something new waits for you",
  preview: "Open Spotter to see what it is.",
  heading: "Something new waits for you",
  paragraphs: ["You asked for discreet notifications, so this email names nobody. Open Spotter to see what is new."],
  label: "Open Spotter",
  path,
});

/** May name other members, but never contains their messages. */
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
