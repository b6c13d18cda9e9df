import { randomUUID } from "node:crypto";
import type { DateShare, TrustedContact, TrustedContactsView } from "#contract/training/trusted-contacts.ts";
import { createMember, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { agreeOnDate } from "#e2e/support/workout-dates.ts";
import { ENDED_PAGE } from "#server/domains/training/trusted-contacts/contact-page-layout.ts";
import {
  ANSWERED_PAGES,
  renderContact,
  renderDate,
} from "#server/domains/training/trusted-contacts/contact-page-texts.ts";
import { answer, fill, go, press, see } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const LIST = "**/api/trusted-contacts";
const LONG_NAME = "Aunt Bartholomea von Weatherington-Featherstonehaugh".slice(0, 50);

const CONTACTS: readonly TrustedContact[] = [
  { name: "Kim", email: "kim@example.com", state: "confirmed" as const },
  { name: LONG_NAME, email: "a.much.longer.address@mail.example-university.edu", state: "pending" as const },
].map((contact) => ({ ...contact, knownAs: "Ana", _id: randomUUID(), askedAt: "2026-11-20T18:00:00.000Z" }));

const share = (changed: Partial<DateShare>): DateShare => ({
  _id: randomUUID(),
  messageId: null,
  userId: null,
  contactId: CONTACTS[0]?._id ?? "",
  contactName: "Kim",
  isWaiting: false,
  checkBack: true,
  begun: null,
  askAt: null,
  tellAt: null,
  answer: null,
  toldAt: null,
  delaysLeft: 3,
  ...changed,
});

const ended = (other = "maya"): Partial<DateShare> => ({
  begun: {
    summary: `Run with ${other}\nSat, Nov 28, 9:00 AM to 10:00 AM (Denver time)\nThe track`,
    endsAt: new Date(Date.now() - 3_600_000).toISOString(),
  },
});
const asked = (): Partial<DateShare> => ({ ...ended(), tellAt: "2026-11-28T12:00:00.000Z" });

const showList = (stage: Stage, list: Partial<TrustedContactsView>): Promise<void> =>
  answer(stage.page, "GET", LIST, {
    success: true,
    now: new Date().toISOString(),
    contacts: [],
    shares: [],
    canAsk: true,
    ...list,
  });

async function openSettings(stage: Stage, list: Partial<TrustedContactsView>, ready: string): Promise<void> {
  await showList(stage, list);
  await go(stage, "me", "/settings/privacy", ready);
}

async function openForm(stage: Stage): Promise<void> {
  await openSettings(stage, {}, "Add Somebody");
  await press(stage.page, "Add Somebody");
  await see(stage.page, "Their email");
}

const SETTINGS: readonly Scene[] = [
  { name: "trusted-contacts-none", open: (stage) => openSettings(stage, {}, "Add Somebody") },
  { name: "trusted-contacts", open: (stage) => openSettings(stage, { contacts: [...CONTACTS] }, "Has said yes") },
  {
    name: "trusted-contacts-question",
    open: (stage) =>
      openSettings(
        stage,
        {
          contacts: [...CONTACTS],
          shares: [
            share(asked()),
            share({ ...ended("ada"), contactName: LONG_NAME, answer: "tell", toldAt: "2026-11-28T11:00:00.000Z" }),
          ],
        },
        "Without an answer",
      ),
  },
  {
    name: "trusted-contacts-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", LIST, 500);
      await go(stage, "me", "/settings/privacy", "The list did not load.");
    },
  },
  { name: "trusted-contacts-form", open: openForm },
  {
    name: "trusted-contacts-form-mistakes",
    open: async (stage) => {
      await openForm(stage);
      await press(stage.page, "Ask Them");
      await see(stage.page, "Name is required");
    },
  },
  {
    name: "trusted-contacts-form-refused",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = "This person does not want to be asked again.";
      await refuseRequests(stage.page, "POST", LIST, 409, { code: "contact_refused", message });
      await openForm(stage);
      await fill(stage.page, { "Their name": "Kim", "How they know you": "Ana", "Their email": "kim@example.com" });
      await press(stage.page, "Ask Them");
      await see(stage.page, message);
    },
  },
  {
    name: "trusted-contacts-remove-question",
    open: async (stage) => {
      await openSettings(stage, { contacts: [...CONTACTS] }, "Has said yes");
      await press(stage.page, "Remove Kim");
      await stage.page.getByRole("alertdialog").waitFor();
    },
  },
];

/** Agreed, as it is with this list. */
async function openCard(
  stage: Stage,
  list: (messageId: string, userId: string) => Partial<TrustedContactsView>,
  path: (userId: string) => string = (userId) => `/messages/${userId}`,
): Promise<void> {
  const me: Member = await createMember(stage.request);
  const other = await createMember(stage.request, {}, `maya_${randomUUID().slice(0, 5)}`);
  await matchMembers(stage.request, me, other);
  const messageId = await agreeOnDate(stage.request, other, me);
  await showList(stage, list(messageId, other.id));
  await go(stage, me, path(other.id), path(other.id).endsWith(other.id) ? "It’s a date" : other.username);
  if (path(other.id).endsWith(other.id)) await composer(stage.page).waitFor();
}

async function openDialog(stage: Stage, list: Partial<TrustedContactsView>, ready: string): Promise<void> {
  await openCard(stage, () => list);
  await press(stage.page, "Share this date");
  await see(stage.page, ready);
}

const CARDS: readonly Scene[] = [
  {
    name: "trusted-date-unshared",
    open: async (stage) => {
      await openCard(stage, () => ({}));
      await see(stage.page, "Share this date");
    },
  },
  {
    name: "trusted-date-shared",
    open: async (stage) => {
      await openCard(stage, (messageId) => ({
        contacts: [...CONTACTS],
        shares: [
          share({ messageId }),
          share({ messageId, contactId: CONTACTS[1]?._id ?? "", contactName: LONG_NAME, isWaiting: true }),
        ],
      }));
      await see(stage.page, "Shared with Kim");
    },
  },
  {
    name: "trusted-date-question",
    open: async (stage) => {
      await openCard(stage, (messageId) => ({ contacts: [...CONTACTS], shares: [share({ ...asked(), messageId })] }));
      await see(stage.page, "Back safe?");
    },
  },
  { name: "trusted-share-nobody", open: (stage) => openDialog(stage, {}, "First somebody has to say yes") },
  {
    name: "trusted-share-pending",
    open: (stage) => openDialog(stage, { contacts: CONTACTS.slice(1) }, "Has not answered yet"),
  },
  {
    name: "trusted-share-somebody-else",
    open: async (stage) => {
      await openDialog(stage, { contacts: [...CONTACTS] }, "Share with Kim");
      await press(stage.page, "Ask somebody else");
      await see(stage.page, "Their email");
    },
  },
  { name: "trusted-share", open: (stage) => openDialog(stage, { contacts: [...CONTACTS] }, "Share with Kim") },
  {
    name: "trusted-share-unreachable",
    open: (stage) =>
      openDialog(
        stage,
        { contacts: CONTACTS.map((contact) => ({ ...contact, state: "confirmed" })), canAsk: false },
        "We cannot reach you",
      ),
  },
];

const ROWS: readonly Scene[] = [
  {
    name: "back-safe-browse",
    open: async (stage) => {
      await showList(stage, { shares: [share(asked())] });
      await go(stage, "me", "/browse", "Back safe?");
    },
  },
  {
    name: "back-safe-settings-told",
    open: async (stage) => {
      const told = { answer: "tell", toldAt: "2026-11-28T11:00:00.000Z", contactName: LONG_NAME } as const;
      await showList(stage, { shares: [share({ ...ended("Bartholomew_Weatherington_WWWW"), ...told })] });
      await go(stage, "me", "/settings/notifications", "We have written to");
    },
  },
  {
    name: "back-safe-messages",
    open: async (stage) => {
      const ask = (messageId: string, userId: string) => ({ shares: [share({ ...asked(), messageId, userId })] });
      await openCard(stage, ask, () => "/messages");
      await see(stage.page, "Back safe?");
    },
  },
  {
    name: "back-safe-not-sent",
    expectedMessages: /ERR_FAILED|ERR_INTERNET/,
    open: async (stage) => {
      await showList(stage, { shares: [share(asked())] });
      await go(stage, "me", "/crushes", "Back safe?");
      await stage.page.route("**/api/date-shares/*/answer", (route) => route.abort());
      await press(stage.page, "I’m back");
      await see(stage.page, "Not sent");
    },
  },
];

const DATE: Parameters<typeof renderDate>[0] = {
  username: "maya",
  known_as: "Maya",
  other: "Bartholomew_Weatherington_WWWW",
  state: "agreed",
  sport: "run",
  place: "Washington Park, south gate",
  time_zone: "America/Denver",
  minutes: 60,
  starts_at: new Date("2026-11-28T16:00:00.000Z"),
  changed_at: new Date("2026-11-27T09:30:00.000Z"),
  photo_key: null,
  back_at: null,
};
const ASKED: Parameters<typeof renderContact>[0] = {
  id: "",
  state: "pending",
  asked_at: new Date("2026-11-20T18:00:00.000Z"),
  username: "Bartholomew_Weatherington_WWWW",
  known_as: "Bartholomew",
};

/** For people without an account. */
const PAGES: Readonly<Record<string, string>> = {
  question: renderContact(ASKED),
  confirmed: renderContact({ ...ASKED, state: "confirmed" }),
  ...ANSWERED_PAGES,
  date: renderDate(DATE, ""),
  changed: renderDate({ ...DATE, state: "changed" }, ""),
  back: renderDate({ ...DATE, back_at: new Date("2026-11-28T17:24:00.000Z") }, ""),
  "called-off": renderDate({ ...DATE, state: "called_off" }, ""),
  ended: ENDED_PAGE,
};

export const trusting: SceneGroup = {
  group: "Trusted contacts",
  scenes: [
    ...SETTINGS,
    ...CARDS,
    ...ROWS,
    ...Object.entries(PAGES).map(
      ([name, html]): Scene => ({
        name: `trusted-page-${name}`,
        isMail: true,
        open: async ({ page }) => {
          await page.route("**/d/page", (route) => route.fulfill({ body: html, contentType: "text/html" }));
          await page.goto("/d/page");
        },
      }),
    ),
  ],
};
