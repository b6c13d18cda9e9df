import { randomUUID } from "node:crypto";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { PASSWORD } from "#server/testing/members.ts";
import { selfieForm } from "#server/testing/verification.ts";
import { hoursAhead, makeDetails } from "#server/testing/workout-dates.ts";

/**
 * The access rules: one line per endpoint of the contract. `server/access.test.ts` calls each endpoint as each caller,
 * and fails for an endpoint without a rule.
 * How to add one:
 * - without login: `open(status, request)`
 * - about the caller only: `own(status, request)`
 * - about another member, or their messages: `about([matched, other, ended, absent], request)`
 * The status codes are those of calls with the owner's ids in `at`. Each id that an endpoint takes must be one of the
 * owner's. Anonymous callers, ended sessions and suspended members are rejected without an entry.
 * `server/closed-contacts.test.ts` calls those about another member once more, as members with whom contact has ended in
 * different ways, and as those from whom the other one is hidden: they must not be able to tell why.
 */

export const RELATIONS = [
  /** They are matched and have exchanged messages. */
  "matched",
  /** They have no relationship. */
  "other",
  /** They were matched, and the owner blocked the caller. */
  "blocked",
  /** They were matched, and the owner ended the match. */
  "unmatched",
  /** They have no relationship, and the owner hides their profile. */
  "hidden",
] as const;
export type Relation = (typeof RELATIONS)[number];

/** Ids and secrets of the owner, which calls of other members use. */
export interface Scene {
  readonly owner: { readonly id: string };
  readonly photoId: string;
  readonly loginId: string;
  readonly passkeyId: string;
  /** A pose that waits for the owner's selfie. */
  readonly verificationId: string;
  /** A message from the owner to the caller; without one, to the owner's match. */
  readonly messageId: string;
  /** A message from the caller to the owner; without one, from the owner's match. */
  readonly repliedId: string;
  /** A workout date that the owner has proposed, in the same conversation. */
  readonly dateId: string;
  /** The conversation of the owner and the caller. */
  readonly conversationId: string;
  readonly sessionId: string;
  readonly pushEndpoint: string;
  /** Cursors from the owner's lists. */
  readonly cursors: {
    readonly browse: string;
    readonly blocked: string;
    readonly pastContacts: string;
    readonly reports: string;
    readonly conversations: string;
    readonly found: string;
    readonly history: string;
    readonly matches: string;
  };
  /** Input of the caller: an image for forms, and a push endpoint. */
  readonly jpeg: Buffer;
  readonly ownPush: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
}

const NOTHING = { loginId: "", passkeyId: "", verificationId: "", sessionId: "", pushEndpoint: "" };
const NO_CURSORS = {
  browse: "",
  blocked: "",
  pastContacts: "",
  reports: "",
  conversations: "",
  found: "",
  history: "",
  matches: "",
};

/** @param known what there is of the owner; nobody has the other ids */
export async function makeScene(callerId: string, owner: Scene["owner"], known: Partial<Scene>): Promise<Scene> {
  const unknown = { photoId: randomUUID(), messageId: randomUUID(), repliedId: randomUUID(), dateId: randomUUID() };
  return {
    ...NOTHING,
    ...unknown,
    owner,
    conversationId: conversationIdOf(callerId, owner.id),
    cursors: NO_CURSORS,
    jpeg: await makeJpeg(40, 30),
    ownPush: { endpoint: "", keys: { p256dh: "", auth: "" } },
    ...known,
  };
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: FormData;
}
type RequestBuilder = (at: Scene) => RequestParts;

export interface Rule {
  readonly status: Readonly<Record<Relation, number>>;
  readonly request: RequestBuilder;
  /**
   * Relations whose response may contain the owner's public profile: name, photos, bio. No response may contain other
   * data of the owner.
   */
  readonly shows: readonly Relation[];
  /** Relations whose call changes data of the owner. */
  readonly reaches: readonly Relation[];
  /** Requires no login. */
  readonly isOpen: boolean;
  /** Takes the id of another member, or of a message of theirs. */
  readonly isAbout: boolean;
}

type Extra = Partial<Pick<Rule, "shows" | "reaches" | "isOpen" | "isAbout">>;

const nothing: RequestBuilder = () => ({});
const rule = (
  [matched, other, ended, absent]: readonly [number, number, number, number],
  request: RequestBuilder,
  { isOpen = false, isAbout = false, shows = [], reaches = [] }: Extra,
): Rule => ({
  status: { matched, other, blocked: ended, unmatched: ended, hidden: absent },
  request,
  shows,
  reaches,
  isOpen,
  isAbout,
});
const open = (status: number, request: RequestBuilder = nothing): Rule =>
  rule([status, status, status, status], request, { isOpen: true });
const own = (status: number, request: RequestBuilder = nothing, extra: Extra = {}): Rule =>
  rule([status, status, status, status], request, extra);
/** @param status `absent` is of a member whom the caller must not learn of */
const about = (
  status: readonly [matched: number, other: number, ended: number, absent: number],
  request: RequestBuilder,
  extra: Extra = {},
): Rule => rule(status, request, { ...extra, isAbout: true });

const WRONG = "not their password";
const NEW = "one more password";
const OF_MESSAGE: RequestBuilder = ({ messageId }) => ({ params: { messageId } });
const OF_DATE: RequestBuilder = ({ dateId }) => ({ params: { messageId: dateId } });
const OF_REPLY: RequestBuilder = ({ repliedId }) => ({ params: { messageId: repliedId } });
const OF_MEMBER: RequestBuilder = ({ owner }) => ({ params: { userId: owner.id } });
const TO_MEMBER: RequestBuilder = ({ owner }) => ({ body: { userId: owner.id } });
const OF_CHECKOUT: RequestBuilder = ({ sessionId }) => ({ params: { sessionId } });
const NO_TOKEN: RequestBuilder = () => ({ params: { token: "none" }, body: {} });

/** The order of the calls. Endpoints that change a relationship come last. */
export const ACCESS: Readonly<Record<string, Rule | readonly Rule[]>> = {
  "POST /api/auth/register": open(400, () => ({ body: {} })),
  "GET /api/auth/username-available": open(200, () => ({ query: { username: "a free name" } })),
  "POST /api/auth/login": open(400, () => ({ body: {} })),
  "POST /api/auth/forgot-password": open(400, () => ({ body: {} })),
  "GET /api/auth/line/:ticket": open(200, () => ({ params: { ticket: "a-ticket-of-nobody" } })),
  "GET /api/auth/verify-reset-token/:token": open(400, () => ({ params: { token: "none" } })),
  "POST /api/auth/reset-password": open(400, () => ({
    body: { token: "none", newPassword: NEW, confirmPassword: NEW },
  })),
  "POST /api/auth/verify-email/:token": open(400, NO_TOKEN),
  "POST /api/auth/not-me/:token": open(400, NO_TOKEN),
  "POST /api/auth/change-password": own(400, () => ({
    body: { currentPassword: WRONG, newPassword: NEW, confirmPassword: NEW },
  })),
  "POST /api/auth/send-verification": own(200),
  "GET /api/auth/email": own(200),
  "POST /api/auth/change-email": own(400, () => ({ body: { email: "new@example.com", currentPassword: WRONG } })),
  "DELETE /api/auth/change-email": own(200),
  "GET /api/auth/sessions": own(200),
  "DELETE /api/auth/sessions/:sessionId": own(200, ({ loginId }) => ({ params: { sessionId: loginId } })),
  "DELETE /api/auth/sessions": own(200),
  "GET /api/auth/factors": own(200),
  "POST /api/auth/passkeys/options": own(200),
  "POST /api/auth/passkeys": own(400, () => ({ body: {} })),
  "PUT /api/auth/passkeys/:passkeyId": own(404, ({ passkeyId }) => ({ params: { passkeyId }, body: { name: "Mine" } })),
  "DELETE /api/auth/passkeys/:passkeyId": own(200, ({ passkeyId }) => ({ params: { passkeyId } })),
  "POST /api/auth/totp": own(200),
  "POST /api/auth/totp/confirm": own(400, () => ({ body: { code: "none" } })),
  "DELETE /api/auth/totp": own(200),
  "POST /api/auth/recovery-codes": own(409),
  "POST /api/auth/reauthenticate/options": own(200),
  "POST /api/auth/reauthenticate": own(400, () => ({ body: { method: "password", password: WRONG } })),
  "POST /api/auth/login/passkey/options": open(200),
  "POST /api/auth/login/passkey": open(400, () => ({ body: {} })),
  "POST /api/auth/login/second-factor/options": open(400, () => ({ body: { loginToken: "none" } })),
  "POST /api/auth/login/second-factor": open(400, () => ({
    body: { loginToken: "none", factor: { method: "totp", code: "123456" } },
  })),
  "POST /api/auth/logout": own(200),
  "POST /api/account/delete": own(400, () => ({ body: { password: WRONG } })),
  "POST /api/export-links/:token": open(400, NO_TOKEN),
  "POST /api/account/export": own(200, () => ({ body: { password: PASSWORD } })),
  "POST /api/account/data-copy": own(200, () => ({ body: { password: PASSWORD } })),
  "GET /api/account/data-copy": own(200),
  "POST /api/account/data-copy/link": own(404),

  "GET /api/profile": own(200),
  "PUT /api/profile": own(200, () => ({ body: { bio: "Mornings." } })),
  "POST /api/profile/photos": own(201, ({ jpeg }) => ({ form: photoForm(jpeg) })),
  "PUT /api/profile/photos/order": own(400, ({ photoId }) => ({ body: { photoIds: [photoId] } })),
  "PUT /api/profile/photos/:photoId": own(404, ({ photoId }) => ({ params: { photoId }, body: { alt: "Mine" } })),
  "DELETE /api/profile/photos/:photoId": own(404, ({ photoId }) => ({ params: { photoId } })),
  "GET /api/verification": own(200),
  "POST /api/verification": own(200),
  "POST /api/verification/selfie": own(404, ({ verificationId, jpeg }) => ({ form: selfieForm(verificationId, jpeg) })),
  "POST /api/profile/reverse-geocode": own(200, () => ({ body: { latitude: 30.27, longitude: -97.74 } })),
  "POST /api/profile/geocode": own(200, () => ({ body: { location: "Berlin" } })),
  "GET /api/profile/filters": own(200),
  "POST /api/profile/filters/count": own(200, () => ({ body: DEFAULT_FILTERS })),
  "PUT /api/profile/filters": own(200, () => ({ body: { distance: 60 } })),
  "PUT /api/profile/notifications": own(200, () => ({
    body: {
      notifications: {
        emailEnabled: true,
        crushReceived: true,
        newMessage: true,
        newMatch: true,
        lowCrushBalance: true,
        someoneNew: false,
        marketing: false,
      },
    },
  })),
  "GET /api/settings/privacy": own(200),
  "GET /api/training": own(200),
  "PUT /api/training": own(200, () => ({
    body: { parts: [4], sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION },
  })),
  "DELETE /api/training": own(200),
  "GET /api/matches/:userId/week-comparison": about([200, 403, 404, 404], OF_MEMBER),
  "POST /api/matches/:userId/week-comparison": about([409, 403, 404, 404], OF_MEMBER),
  "DELETE /api/matches/:userId/week-comparison": about([200, 403, 404, 404], OF_MEMBER),
  "GET /api/dates/:messageId/outcome": about([200, 404, 404, 404], OF_DATE),
  // Nothing is agreed yet.
  "PUT /api/dates/:messageId/outcome": about([409, 404, 404, 404], (at) => ({
    ...OF_DATE(at),
    body: { outcome: "trained" },
  })),
  "PUT /api/settings/privacy": own(200, () => ({ body: { readReceipts: true } })),
  "GET /api/notifications/push-key": own(200),
  "POST /api/notifications/push": own(200, ({ ownPush }) => ({ body: ownPush })),
  "POST /api/notifications/push/unsubscribe": own(200, ({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint } })),
  "POST /api/notifications/unsubscribe/:token": open(400, NO_TOKEN),

  // The caller's own history names all recipients of crushes, regardless of later blocks.
  "GET /api/crushes/data": own(200, ({ cursors }) => ({ query: { cursor: cursors.history } }), {
    shows: ["matched", "blocked", "unmatched"],
  }),
  "POST /api/crushes/create-checkout": own(200, () => ({ body: { packageId: "starter" } })),
  "POST /api/crushes/create-subscription": own(200),
  "POST /api/crushes/cancel-subscription": own(409),
  "POST /api/crushes/resume-subscription": own(409),
  "POST /api/crushes/confirm-checkout": own(404, ({ sessionId }) => ({ body: { sessionId } })),
  "GET /api/crushes/checkouts": own(200),
  "GET /api/crushes/withdrawals": own(200),
  "POST /api/crushes/withdrawals": own(404, ({ sessionId }) => ({ body: { sessionId, amountCents: 499 } })),
  "GET /api/test-checkout/:sessionId": own(404, OF_CHECKOUT),
  "POST /api/test-checkout/:sessionId/pay": own(404, OF_CHECKOUT),

  "GET /api/profile/all": own(200, ({ cursors }) => ({ query: { cursor: cursors.browse } }), {
    shows: ["matched", "other"],
  }),
  "POST /api/profile/unavailable": about([200, 200, 200, 200], ({ owner }) => ({ body: { ids: [owner.id] } })),
  "GET /api/users/:userId": about([200, 200, 404, 404], OF_MEMBER, { shows: ["matched", "other"] }),
  "GET /api/crushes": own(200, nothing, { shows: ["matched"] }),
  "GET /api/crushes/lists/:list": own(
    200,
    ({ cursors }) => ({ params: { list: "matches" }, query: { cursor: cursors.matches } }),
    { shows: ["matched"] },
  ),
  "GET /api/crushes/counts": own(200),
  "GET /api/crushes/unseen": own(200),
  "PUT /api/crushes/seen": own(200),
  "GET /api/crushes/new-matches": own(200),
  "PUT /api/crushes/new-matches/seen": own(200),
  "GET /api/messages/conversations": [
    own(200, ({ cursors }) => ({ query: { cursor: cursors.conversations } }), { shows: ["matched"] }),
    about([200, 200, 200, 200], ({ owner }) => ({ query: { userId: owner.id } }), { shows: ["matched"] }),
  ],
  "GET /api/messages/:userId": [
    about([200, 403, 404, 404], OF_MEMBER, { shows: ["matched"] }),
    about([200, 403, 404, 404], ({ owner, messageId }) => ({
      params: { userId: owner.id },
      query: { before: messageId },
    })),
  ],
  "POST /api/messages/search": own(200, ({ cursors }) => ({ body: { text: "at", cursor: cursors.found } }), {
    shows: ["matched"],
  }),
  "POST /api/messages/send": about(
    [201, 403, 404, 404],
    ({ owner, messageId }) => ({ body: { receiverId: owner.id, content: "At six?", replyToId: messageId } }),
    { reaches: ["matched"] },
  ),
  "POST /api/messages/send-image": about(
    [201, 403, 404, 404],
    ({ owner, jpeg }) => ({ form: imageForm(jpeg, owner.id) }),
    { reaches: ["matched"] },
  ),
  "POST /api/dates": about(
    [201, 403, 404, 404],
    ({ owner }) => ({ body: { ...makeDetails(), receiverId: owner.id } }),
    { reaches: ["matched"] },
  ),
  // A time that was not proposed.
  "POST /api/dates/:messageId/agree": about([400, 404, 404, 404], (at) => ({
    ...OF_DATE(at),
    body: { version: 1, time: hoursAhead(47) },
  })),
  "POST /api/dates/:messageId/counter": about(
    [200, 404, 404, 404],
    (at) => ({ ...OF_DATE(at), body: { ...makeDetails(), version: 1 } }),
    {
      shows: ["matched"],
      reaches: ["matched"],
    },
  ),
  // The date has its second version now.
  "POST /api/dates/:messageId/change": about([409, 404, 404, 404], (at) => ({
    ...OF_DATE(at),
    body: { ...makeDetails(), version: 1 },
  })),
  "POST /api/dates/:messageId/keep": about([409, 404, 404, 404], (at) => ({ ...OF_DATE(at), body: { version: 1 } })),
  "POST /api/dates/:messageId/decline": about([409, 404, 404, 404], (at) => ({ ...OF_DATE(at), body: { version: 1 } })),
  "POST /api/dates/:messageId/call-off": about([409, 404, 404, 404], (at) => ({
    ...OF_DATE(at),
    body: { version: 1 },
  })),
  "POST /api/dates/:messageId/on-my-way": about([409, 404, 404, 404], OF_DATE),
  "PUT /api/messages/read/:conversationId": about(
    [200, 403, 404, 404],
    ({ conversationId }) => ({ params: { conversationId } }),
    { reaches: ["matched"] },
  ),
  "DELETE /api/messages/:messageId": [
    about([403, 404, 404, 404], OF_MESSAGE),
    about([200, 404, 404, 404], OF_REPLY, { reaches: ["matched"] }),
  ],
  "PUT /api/messages/:messageId/reaction": about(
    [200, 404, 404, 404],
    ({ messageId }) => ({ params: { messageId }, body: { emoji: "💪" } }),
    { reaches: ["matched"] },
  ),
  "PUT /api/messages/:userId/settings": about([200, 403, 404, 404], ({ owner }) => ({
    params: { userId: owner.id },
    body: { isMuted: true },
  })),
  "DELETE /api/messages/:messageId/reaction": about(
    [200, 404, 404, 404],
    ({ messageId }) => ({ params: { messageId } }),
    { reaches: ["matched"] },
  ),
  "GET /api/trusted-contacts": own(200),
  // Only for members who have confirmed their email.
  "POST /api/trusted-contacts": own(403, () => ({ body: { name: "Kim", knownAs: "Ana", email: "kim@example.com" } })),
  "POST /api/trusted-contacts/:contactId/resend": own(404, ({ owner }) => ({ params: { contactId: owner.id } })),
  "DELETE /api/trusted-contacts/:contactId": own(200, ({ owner }) => ({ params: { contactId: owner.id } })),
  "POST /api/dates/:messageId/shares": about([404, 404, 404, 404], (at) => ({
    ...OF_DATE(at),
    body: { contactId: at.owner.id, checkBack: true },
  })),
  "DELETE /api/date-shares/:shareId": own(200, ({ owner }) => ({ params: { shareId: owner.id } })),
  "POST /api/date-shares/:shareId/answer": own(404, ({ owner }) => ({
    params: { shareId: owner.id },
    body: { answer: "back" },
  })),
  "GET /api/passes": own(200, ({ cursors }) => ({ query: { cursor: cursors.matches } })),
  // Stores the owner's id in a row of the caller. The next call is one that stores it, too.
  "GET /api/browse/daily-set": own(200, nothing, { shows: ["other"] }),
  "PUT /api/passes/:userId": about([409, 200, 404, 404], OF_MEMBER, { reaches: ["other"] }),
  "DELETE /api/passes/:userId": about([200, 200, 200, 200], OF_MEMBER, { reaches: ["other"] }),
  "GET /api/safety/blocked": own(200, ({ cursors }) => ({ query: { cursor: cursors.blocked } })),
  // Past contacts are named, whichever side ended contact.
  "GET /api/safety/past-contacts": [
    own(200, ({ cursors }) => ({ query: { cursor: cursors.pastContacts } }), { shows: ["blocked", "unmatched"] }),
    own(200, nothing, { shows: ["blocked", "unmatched"] }),
  ],

  "GET /api/appeals/:token": open(404, () => ({ params: { token: "none" } })),
  "POST /api/appeals/:token": open(404, () => ({ params: { token: "none" }, body: { words: "I did not" } })),
  "POST /api/appeals/:token/cancel-membership": open(404, () => ({ params: { token: "none" } })),
  "POST /api/contact": open(400, () => ({ body: {} })),
  "GET /api/contact/:token": open(404, () => ({ params: { token: "none" } })),
  "POST /api/contact/:token": open(404, () => ({
    params: { token: "none" },
    body: { message: "Thank you very much" },
  })),
  "POST /api/notices": open(400, () => ({ body: {} })),
  "POST /api/newsletter": open(400, () => ({ body: {} })),
  "POST /api/newsletter/confirm/:token": open(400, NO_TOKEN),
  "POST /api/newsletter/unsubscribe/:token": open(400, NO_TOKEN),

  "POST /api/match/send-crush": about(
    [409, 200, 404, 404],
    ({ owner, photoId }) => ({ body: { recipientId: owner.id, about: { kind: "photo", photoId } } }),
    { shows: ["other"], reaches: ["other"] },
  ),
  "GET /api/safety/reports": own(200, ({ cursors }) => ({ query: { cursor: cursors.reports } })),
  "POST /api/safety/report": about(
    [201, 201, 201, 404],
    ({ owner, messageId }) => ({ body: { userId: owner.id, reason: "Something else", messageId } }),
    { reaches: ["matched", "other", "blocked", "unmatched"] },
  ),
  "POST /api/match/unmatch": about([200, 403, 404, 404], TO_MEMBER, { reaches: ["matched"] }),
  "POST /api/safety/unblock": about([200, 200, 200, 200], TO_MEMBER),
  "POST /api/safety/block": about([200, 200, 200, 200], TO_MEMBER, { shows: ["other"], reaches: RELATIONS }),
};
