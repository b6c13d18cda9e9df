import type { Page } from "@playwright/test";
import { ERRORS } from "#contract/errors.ts";
import type { LogEntry } from "#contract/moderation/audit-log.ts";
import type { MemberRecord } from "#contract/moderation/member-records.ts";
import type { PastDecision } from "#contract/moderation/past-decisions.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import {
  APPEAL_CASE,
  CASE,
  CLAIMED_CASE,
  CLOSED_CASE,
  CONTACT_CASE,
  CONTACT_CASE_OF_MEMBER,
  DECISIONS,
  FORMER_RECORD,
  FOUND,
  FULL_CASE,
  inMinutes,
  LOG,
  MIXED_CASE,
  NOTICES,
  OWN_APPEAL_CASE,
  PEOPLE,
  PICTURE_CASE,
  QUEUE,
  RECORD,
  SELFIE_CASE,
  uuid,
} from "./moderation-data.ts";
import { drop, hold, logInStaff, openConsole, reject, reply } from "./moderation-replies.ts";
import { press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";
import { STAFF_ALERTS } from "./staff-alerts.ts";

type Shown = Parameters<typeof logInStaff>[1];

const CHALLENGE = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const INVITATION = "/invitation#a-token";

const logOutStaff = (page: Page): Promise<void> =>
  reject(page, "GET /api/moderation/session", 401, { code: "unauthorized" });

async function askForPasskey(stage: Stage, isCancelled: boolean): Promise<void> {
  const { page } = stage;
  await page.addInitScript((isCancelled) => {
    navigator.credentials.get = () =>
      isCancelled ? Promise.reject(new DOMException("Cancelled", "NotAllowedError")) : new Promise(() => undefined);
  }, isCancelled);
  await logOutStaff(page);
  await reply(page, "POST /api/moderation/login/options", {
    success: true,
    options: {
      rpId: "localhost",
      challenge: CHALLENGE,
      timeout: 60_000,
      allowCredentials: [],
      userVerification: "required",
    },
  });
  await openConsole(stage, "", "For the people who keep Spotter safe");
  await press(page, "Log in with a passkey");
}

const ENTRANCE: readonly Scene[] = [
  {
    name: "console-loading",
    open: async (stage) => {
      await hold(stage.page, "GET /api/moderation/session");
      await openConsole(stage, "", "Moderation");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "console-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await reject(stage.page, "GET /api/moderation/session", 400);
      await openConsole(stage, "", "The console did not load");
    },
  },
  {
    name: "console-login",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logOutStaff(stage.page);
      await openConsole(stage, "", "For the people who keep Spotter safe");
    },
  },
  {
    name: "console-login-waiting",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await askForPasskey(stage, false);
      await see(stage.page, "Waiting for your passkey…");
    },
  },
  {
    name: "console-login-cancelled",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await askForPasskey(stage, true);
      await see(stage.page, "No passkey was used");
    },
  },
  {
    name: "console-login-old-browser",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await stage.page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
      await logOutStaff(stage.page);
      await openConsole(stage, "", "Passkeys do not work here");
    },
  },
  {
    name: "console-invitation",
    open: async (stage) => {
      await reply(stage.page, "POST /api/moderation/invitation/options", {
        success: true,
        name: "Grace Okafor",
        role: "reports",
        options: {
          rp: { id: "localhost", name: "Spotter" },
          user: { id: CHALLENGE, name: "Grace Okafor", displayName: "Grace Okafor" },
          challenge: CHALLENGE,
          pubKeyCredParams: [{ type: "public-key", alg: -7 }],
          timeout: 60_000,
          excludeCredentials: [],
          authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
          attestation: "none",
        },
      });
      await openConsole(stage, INVITATION, "Welcome, Grace Okafor");
    },
  },
  {
    name: "console-invitation-used",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = "This invitation was used or has expired. Ask for a new one.";
      const refusal = { code: "staff_invitation_invalid", message };
      await reject(stage.page, "POST /api/moderation/invitation/options", 400, refusal);
      await openConsole(stage, INVITATION, message);
    },
  },
];

const queue = (name: string, shown: Shown, ready: string, act?: (page: Page) => Promise<void>): Scene => ({
  name: `console-${name}`,
  open: async (stage) => {
    await logInStaff(stage.page, shown);
    await openConsole(stage, "", ready);
    await act?.(stage.page);
  },
});

async function markTwo(page: Page): Promise<void> {
  for (const name of ["theo_rows", "kit"])
    await page.getByRole("checkbox", { name: `Mark the case about ${name}` }).check();
  await see(page, "2 marked");
}

const QUEUES: readonly Scene[] = [
  queue("queue", { cases: QUEUE }, "jordan_lifts"),
  {
    name: "console-queue-loading",
    open: async (stage) => {
      await logInStaff(stage.page);
      await hold(stage.page, "GET /api/moderation/cases");
      await openConsole(stage, "", "Queue");
      await seeSkeleton(stage.page);
    },
  },
  queue("queue-empty", {}, "Nothing is waiting"),
  {
    name: "console-queue-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { notices: NOTICES });
      await reject(stage.page, "GET /api/moderation/cases", 400);
      await openConsole(stage, "", "The queue did not load");
    },
  },
  queue("queue-marked", { cases: QUEUE }, "jordan_lifts", markTwo),
  {
    name: "console-queue-not-closed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await reject(stage.page, "POST /api/moderation/cases/close", 400);
      await openConsole(stage, "", "jordan_lifts");
      await markTwo(stage.page);
      await press(stage.page, "Close without action");
      await see(stage.page, "The cases were not closed.");
    },
  },
  queue("queue-read-only", { role: "read_only", cases: QUEUE, notices: NOTICES }, "Notices without a member"),
  queue("notices", { cases: QUEUE.slice(0, 2), notices: NOTICES }, "Notices without a member"),
  {
    name: "console-notice-mistake",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { notices: NOTICES });
      const errors = { username: "No member has this name." };
      await reject(stage.page, "POST /api/moderation/notices/:noticeId/assign", 400, { errors });
      await openConsole(stage, "", "Notices without a member");
      await press(stage.page, "Assign to member");
      await see(stage.page, errors.username);
    },
  },
  queue("keys", { cases: QUEUE }, "jordan_lifts", async (page) => {
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  }),
];

const PATH = `/cases/${CASE._id}`;
const TITLE = "jordan_lifts";

const opened = (name: string, shown: Shown, ready: string, act?: (page: Page) => Promise<void>): Scene => ({
  name: `console-case${name}`,
  // A picture of a full case is missing.
  ...(shown?.case === FULL_CASE && { expectedMessages: REJECTION_MESSAGE }),
  open: async (stage) => {
    await logInStaff(stage.page, { cases: QUEUE, ...shown });
    await openConsole(stage, PATH, ready);
    await act?.(stage.page);
  },
});

const refused = (name: string, status: number, code: string, message: string): Scene => ({
  name: `console-case-${name}`,
  expectedMessages: REJECTION_MESSAGE,
  open: async (stage) => {
    await logInStaff(stage.page, { cases: QUEUE });
    await reject(stage.page, "POST /api/moderation/cases/:caseId/decide", status, { code, message });
    await openConsole(stage, PATH, TITLE);
    await press(stage.page, /No action/);
    await press(stage.page, /^Decide/);
    await see(stage.page, message);
  },
});

async function openPicture(page: Page, name: string): Promise<void> {
  await press(page, `Open ${name}`);
  await press(page, `Show ${name}`);
  await page.getByRole("button", { name: `Blur ${name}` }).waitFor();
}

async function showPictures(page: Page): Promise<void> {
  for (const n of [1, 2]) {
    await openPicture(page, `photo ${n}`);
    await press(page, "Close");
  }
}

async function chooseActs(page: Page): Promise<void> {
  for (const name of [/Ask to change/, /Remove photo/, /Mute/, /Suspend/]) await press(page, name);
  await see(page, "Suspend for");
}

async function openStatement(page: Page): Promise<void> {
  await press(page, /Mute/);
  await press(page, "Messages that harass or threaten.");
  await page.getByLabel("Your words").fill("Please take a no the first time.");
  await see(page, "Your account is restricted");
}

/** Without it nothing is decided. */
const seeEmail = (page: Page): Promise<void> =>
  page.getByRole("region", { name: "The email to the member" }).and(page.locator("[aria-busy=false]")).waitFor();

/** By the rule that comes first. */
async function askBeforeDanger(page: Page): Promise<void> {
  await press(page, /Suspend/);
  await press(page, "Something that puts a person in danger.");
  await seeEmail(page);
  await press(page, /^Decide/);
  await see(page, "Suspend 30 days?");
}

const CASES: readonly Scene[] = [
  opened("", {}, TITLE),
  opened("-pictures", {}, TITLE, showPictures),
  opened("-acts", {}, TITLE, chooseActs),
  opened("-no-facts", {}, TITLE, async (page) => {
    await press(page, /Mute/);
    await press(page, /^Decide/);
    await see(page, "Say what you found.");
  }),
  opened("-statement", {}, TITLE, openStatement),
  {
    name: "console-case-statement-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await drop(stage.page, "POST /api/moderation/cases/:caseId/preview");
      await openConsole(stage, PATH, TITLE);
      await press(stage.page, /Mute/);
      await see(stage.page, "The email could not be shown.");
    },
  },
  opened("-mixed", { case: MIXED_CASE }, "What to do: somebody is in danger"),
  opened("-not-undone", { case: MIXED_CASE }, TITLE, askBeforeDanger),
  opened("-leave", {}, TITLE, async (page) => {
    await press(page, /Mute/);
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("Escape");
    await see(page, "Leave this case?");
  }),
  opened("-full", { case: FULL_CASE }, FULL_CASE.username ?? "", (page) =>
    page.getByText("Profile as it was").first().click(),
  ),
  opened("-full-statement", { case: FULL_CASE }, FULL_CASE.username ?? "", async (page) => {
    for (const name of [/Mute/, /Suspend/, /End account/]) await press(page, name);
    await page.getByLabel("What did you find?").fill("They wrote the same threats to four people in two days.");
    await press(page, "Last warning");
    await see(page, "Your account is restricted");
  }),
  {
    name: "console-case-decided",
    isTemporary: true,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      const decided = { success: true, decisionId: uuid(41), undoUntil: inMinutes(30 * 24 * 60) } as const;
      await reply(stage.page, "POST /api/moderation/cases/:caseId/decide", decided);
      await openConsole(stage, PATH, TITLE);
      await press(stage.page, /No action/);
      await press(stage.page, /^Decide/);
      await see(stage.page, "jordan_lifts: no action.");
    },
  },
  {
    name: "console-case-undone",
    isTemporary: true,
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE, case: FULL_CASE });
      await reply(stage.page, "POST /api/moderation/decisions/:decisionId/undo", {
        success: true,
        caseId: CASE._id,
        isReopened: true,
        unrestored: [],
      });
      await openConsole(stage, PATH, FULL_CASE.username ?? "");
      await stage.page.getByRole("button", { name: "Undo" }).first().click();
      await see(stage.page, /^Undone for/);
    },
  },
  refused("changed", 409, "case_changed", "The case has changed since you opened it. Please look at it again."),
  opened("-claimed", { case: CLAIMED_CASE, isHidden: true }, "Why do you look?"),
  opened("-claimed-shown", { case: CLAIMED_CASE }, "Ada Lindqvist works on it"),
  {
    name: "console-case-look-refused",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.staff_look_limit;
      await logInStaff(stage.page, { cases: QUEUE, case: CLAIMED_CASE, isHidden: true });
      await reject(stage.page, "POST /api/moderation/cases/:caseId/look", 429, { code: "staff_look_limit", message });
      await openConsole(stage, PATH, "Why do you look?");
      await stage.page.getByLabel("Why do you look?").fill("The member asked support about it.");
      await press(stage.page, "Show the case");
      await see(stage.page, message);
    },
  },
  {
    name: "console-case-claim-limit",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.claim_limit;
      await logInStaff(stage.page, { cases: QUEUE, case: { ...CASE, claim: null }, isHidden: true });
      await reject(stage.page, "POST /api/moderation/cases/:caseId/claim", 409, { code: "claim_limit", message });
      await openConsole(stage, PATH, message);
      await see(stage.page, "Why do you look?");
    },
  },
  {
    name: "console-case-look-mistake",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const errors = { reason: "Say why, in a few words" };
      await logInStaff(stage.page, { role: "read_only", cases: QUEUE, isHidden: true });
      await reject(stage.page, "POST /api/moderation/cases/:caseId/look", 400, { code: "invalid", errors });
      await openConsole(stage, PATH, "Why do you look?");
      await press(stage.page, "Show the case");
      await see(stage.page, errors.reason);
    },
  },
  {
    name: "console-case-released",
    isTemporary: true,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await openConsole(stage, PATH, TITLE);
      await press(stage.page, "Release");
      await see(stage.page, "Claim this case to see what is in it.");
    },
  },
  {
    name: "console-case-passkey",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      const refusal = { code: "reauthentication_required", message: "Please show once more that it is you." };
      await reject(stage.page, "POST /api/moderation/cases/:caseId/decide", 403, refusal);
      await openConsole(stage, PATH, TITLE);
      await press(stage.page, /End account/);
      await press(stage.page, "Messages that harass or threaten.");
      await seeEmail(stage.page);
      await press(stage.page, /^Decide/);
      await press(stage.page, "Yes, decide");
      await see(stage.page, "Is it still you?");
    },
  },
  opened("-closed", { case: CLOSED_CASE }, "Decisions about this member"),
  opened("-closed-hidden", { case: CLOSED_CASE, role: "photos", isHidden: true }, "This case is closed."),
  opened("-appeal", { case: APPEAL_CASE }, "Your answer to the member"),
  opened("-own-appeal", { case: OWN_APPEAL_CASE }, "You made this decision"),
  opened("-contact", { case: CONTACT_CASE }, "Close without an answer"),
  opened("-contact-ready", { case: CONTACT_CASE }, "Close without an answer", async (page) => {
    await press(page, "Refund");
    await press(page, "Send answer");
    await see(page, "Replace what is in square brackets");
  }),
  opened("-contact-own-words", { case: CONTACT_CASE }, "Close without an answer", async (page) => {
    await page.getByLabel("Your answer").fill("Hello Robin, we have written to your old address.");
    await see(page, "To start from a ready answer, empty the field");
  }),
  opened("-contact-of-member", { case: CONTACT_CASE_OF_MEMBER }, "This is the first."),
  {
    name: "console-case-contact-refused",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE, case: CONTACT_CASE });
      const refusal = { code: "case_claimed", message: ERRORS.case_claimed };
      await reject(stage.page, "POST /api/moderation/cases/:caseId/contact/answer", 409, refusal);
      await openConsole(stage, PATH, "Close without an answer");
      await stage.page.getByLabel("Your answer").fill("Hello Robin, we have written to your old address.");
      await press(stage.page, "Send answer");
      await see(stage.page, ERRORS.case_claimed);
    },
  },
  {
    name: "console-case-contact-answered",
    isTemporary: true,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE, case: CONTACT_CASE });
      const done = { success: true, isClosed: true } as const;
      await reply(stage.page, "POST /api/moderation/cases/:caseId/contact/answer", done);
      await openConsole(stage, PATH, "Close without an answer");
      await stage.page.getByLabel("Your answer").fill("Hello Robin, we have written to your old address.");
      await press(stage.page, "Send answer");
      await see(stage.page, "The answer is on its way.");
    },
  },
  opened("-selfie", { case: SELFIE_CASE }, "Is this the person in the main photo?"),
  opened("-selfie-shown", { case: SELFIE_CASE }, "Is this the person in the main photo?", async (page) => {
    for (const name of ["the selfie", "the main photo"]) {
      await openPicture(page, name);
      await press(page, "Close");
    }
  }),
  opened("-picture", { case: PICTURE_CASE, role: "photos" }, "The picture"),
  opened("-picture-open", { case: PICTURE_CASE, role: "photos" }, "The picture", (page) =>
    openPicture(page, "the picture"),
  ),
  opened("-read-only", { case: FULL_CASE, role: "read_only" }, FULL_CASE.username ?? ""),
  {
    name: "console-case-loading",
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await hold(stage.page, "GET /api/moderation/cases/:caseId");
      await openConsole(stage, PATH, "The case is loading");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "console-case-unknown",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      const refusal = { code: "not_found", message: "This case does not exist." };
      await reject(stage.page, "GET /api/moderation/cases/:caseId", 404, refusal);
      await openConsole(stage, PATH, "No such case for you");
    },
  },
  {
    name: "console-case-offline",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await drop(stage.page, "GET /api/moderation/cases/:caseId");
      await openConsole(stage, PATH, "The case did not load");
    },
  },
];

const record = (
  name: string,
  path: string,
  ready: string,
  prepare: (page: Page) => Promise<void>,
  isRefused = false,
): Scene => ({
  name: `console-${name}`,
  ...(isRefused && { expectedMessages: REJECTION_MESSAGE }),
  open: async (stage) => {
    await logInStaff(stage.page, { cases: QUEUE });
    await prepare(stage.page);
    await openConsole(stage, path, ready);
  },
});

const searching = (name: string, ready: string, prepare: (page: Page) => Promise<void>, isRefused = false): Scene => ({
  name: `console-${name}`,
  ...(isRefused && { expectedMessages: REJECTION_MESSAGE }),
  open: async (stage) => {
    await logInStaff(stage.page, { cases: QUEUE });
    await prepare(stage.page);
    await openConsole(stage, "", "jordan_lifts");
    await stage.page.keyboard.press("/");
    await stage.page.keyboard.type("jordan");
    await stage.page.keyboard.press("Enter");
    await see(stage.page, ready);
  },
});

const NOTHING = { members: [], isMore: false, cases: [], reports: [], notices: [], payments: [] };
const decisionsOf =
  (decisions: readonly PastDecision[], nextCursor = decisions.at(-1)?._id ?? null) =>
  (page: Page) =>
    reply(page, "GET /api/moderation/decisions", {
      success: true,
      decisions: [...decisions],
      people: PEOPLE,
      nextCursor,
    });
const logOf = (entries: readonly LogEntry[]) => (page: Page) =>
  reply(page, "GET /api/moderation/log", {
    success: true,
    entries: [...entries],
    people: PEOPLE,
    actions: ["search", "show case", "suspend"],
    nextCursor: entries.at(-1)?._id ?? null,
  });
const memberIs = (member: MemberRecord) => (page: Page) =>
  reply(page, "GET /api/moderation/members/:memberId", { success: true, member });
const MEMBER = `/members/${RECORD._id}`;
const LIMITED = { code: "staff_look_limit", message: ERRORS.staff_look_limit };

const RECORDS: readonly Scene[] = [
  {
    name: "console-menu",
    perWidth: true,
    upTo: 768,
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await openConsole(stage, "", "jordan_lifts");
      await press(stage.page, "Menu");
      await stage.page.getByRole("link", { name: "Decisions" }).waitFor();
    },
  },
  record("search", "/search", "What do you look for?", async () => undefined),
  searching("search-found", "Power Pack", (page) =>
    reply(page, "POST /api/moderation/search", { success: true, ...FOUND }),
  ),
  searching("search-nothing", "Nothing was found", (page) =>
    reply(page, "POST /api/moderation/search", { success: true, ...NOTHING }),
  ),
  searching("search-limit", LIMITED.message, (page) => reject(page, "POST /api/moderation/search", 429, LIMITED), true),
  searching(
    "search-error",
    "The search did not work",
    (page) => reject(page, "POST /api/moderation/search", 400),
    true,
  ),
  record("member", MEMBER, "Credits and payments", memberIs(RECORD)),
  {
    name: "console-member-data-copy",
    open: async (stage) => {
      await logInStaff(stage.page, { cases: QUEUE });
      await memberIs(RECORD)(stage.page);
      await openConsole(stage, MEMBER, "Credits and payments");
      await press(stage.page, "Send a copy of their data");
      await see(stage.page, "Send the link");
    },
  },
  record("member-deleted", MEMBER, "May return", memberIs(FORMER_RECORD)),
  record("member-loading", MEMBER, "Member", async (page) => hold(page, "GET /api/moderation/members/:memberId")),
  record(
    "member-limit",
    MEMBER,
    LIMITED.message,
    (page) => reject(page, "GET /api/moderation/members/:memberId", 429, LIMITED),
    true,
  ),
  record("guide", "/guide", "From the queue to the answer", async () => undefined),
  record("decisions", "/decisions", "Appealed, upheld", decisionsOf(DECISIONS)),
  record("decisions-empty", "/decisions?rule=danger", "No decision like that", decisionsOf([])),
  record("decisions-earlier", "/decisions?act=suspend", "Look at earlier ones", decisionsOf([], RECORD._id)),
  record(
    "decisions-error",
    "/decisions",
    "The decisions did not load",
    (page) => reject(page, "GET /api/moderation/decisions", 400),
    true,
  ),
  record("log", "/log", "9f2c11d07ab3", logOf(LOG)),
  record("log-error", "/log", "The log did not load", (page) => reject(page, "GET /api/moderation/log", 400), true),
  record("log-empty", `/log?about=${RECORD._id}`, "No entry like that", logOf([])),
];

export const moderation: SceneGroup = {
  group: "Moderation console",
  scenes: [...ENTRANCE, ...QUEUES, ...STAFF_ALERTS, ...CASES, ...RECORDS],
};
