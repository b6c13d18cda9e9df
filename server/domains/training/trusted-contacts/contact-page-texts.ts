import type { DateState } from "#contract/training/date-rules.ts";
import { SPORT_TEXTS } from "#contract/training/sports.ts";
import { renderContactPage } from "#server/domains/training/trusted-contacts/contact-page-layout.ts";
import {
  formatDateTimes,
  formatZonedTime,
  fullName,
} from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import type { ContactPage, SharedPage } from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import type { ContactAnswer } from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import { escapeHtml } from "#server/platform/email/email-layout.ts";

const STATES: Readonly<Partial<Record<DateState, string>>> = {
  agreed: "Both have agreed.",
  changed: "One of them has asked for a change. This is what was agreed before.",
  called_off: "Called off: this date does not take place.",
};

function describeState(page: SharedPage): string {
  if (page.back_at) return `${page.known_as} is back, and said so on ${formatZonedTime(page.back_at, page.time_zone)}.`;
  return STATES[page.state] ?? "This date does not take place.";
}

export function renderDate(page: SharedPage, token: string): string {
  const { other, state } = page;
  const [own, theirs] = [escapeHtml(page.known_as), escapeHtml(other)];
  const photo = page.photo_key === null ? "" : `<img src="/d/${token}/photo" alt="" width="72" height="72">`;
  return renderContactPage(
    `${page.known_as}'s workout date`,
    `<h1>${own} meets ${theirs}</h1>
<p class="state${state === "called_off" && !page.back_at ? " off" : ""}">${escapeHtml(describeState(page))}</p>
<dl><dt>Who</dt><dd>${escapeHtml(fullName(page))}</dd>
<dt>With</dt><dd class="with">${photo}<span>${theirs}, from Spotter</span></dd>
<dt>What</dt><dd>${SPORT_TEXTS[page.sport].label}</dd>
<dt>When</dt><dd>${escapeHtml(formatDateTimes(page))}</dd>
<dt>Where</dt><dd dir="auto">${escapeHtml(page.place)}</dd></dl>
<p class="quiet">Last change: ${escapeHtml(formatZonedTime(page.changed_at, page.time_zone))}. Reload the page to see the latest. It ends 24 hours after the date. There is no live location.</p>
<p><strong>Not an emergency service.</strong> In danger, call your emergency number: 112 in Europe, 911 in the United States.</p>`,
  );
}

const NEVER_BUTTON = `<button name="answer" value="never">No to everybody</button>`;
const NEVER_WORDS = "No to everybody: it ends for all who named you, and nobody on Spotter can ask you.";

export function renderContact(page: ContactPage): string {
  const [own, full] = [escapeHtml(page.known_as), escapeHtml(fullName(page))];
  if (page.state === "confirmed")
    return renderContactPage(
      "Somebody trusts you",
      `<h1>${own} can tell you about dates</h1><p>You have said yes. When ${full} shares a date, we email you a page with when, where and with whom.</p>
<form method="post"><button name="answer" value="no">End this</button>${NEVER_BUTTON}</form>
<p class="quiet">If you end it, we delete your address, and ${own} cannot ask you again for a year. ${NEVER_WORDS}</p>`,
    );
  return renderContactPage(
    "Somebody trusts you",
    `<h1>${own} trusts you</h1><p>${full} would like to tell you when they meet somebody from Spotter, a fitness dating app: when, where and with whom. You need no account.</p>
<p>If you say yes, we keep your address for this alone. We may write to you if ${own} does not say that they are back, if ${own} wants that. You can end it at any time.</p>
<form method="post"><button class="yes" name="answer" value="yes">Yes, they can tell me</button><button name="answer" value="no">No</button>${NEVER_BUTTON}</form>
<p class="quiet">If you say no, we delete your address, and ${own} cannot ask you again for a year. ${NEVER_WORDS} <a href="/privacy">Privacy</a></p>`,
  );
}

export const ANSWERED_PAGES: Readonly<Record<ContactAnswer, string>> = {
  yes: renderContactPage(
    "Thank you",
    `<h1>Thank you</h1><p>You hear from us when a date is shared with you. Each of our emails has a link that ends this.</p>`,
  ),
  no: renderContactPage(
    "You will not be asked again",
    `<h1>Understood</h1><p>Your address is deleted. This person cannot ask you again for a year.</p>`,
  ),
  never: renderContactPage(
    "You will not be asked again",
    `<h1>Understood</h1><p>Your address is deleted. Nobody on Spotter can ask you for a year. To remember that, we keep a code that the address cannot be read from.</p>`,
  ),
};
