import { beforeAll, describe, expect, test } from "vitest";
import {
  addNote,
  type CaseDetail,
  decideCase,
  getCase,
  releaseCase,
  undoDecision,
} from "#contract/moderation/cases.ts";
import { STAFF_ROLES, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { sendContactMessage } from "#contract/site/site.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { createReportCase, findOpenCase } from "#server/testing/cases.ts";
import { contactMessage } from "#server/testing/contact-message.ts";
import { cookieOf, loginFrom } from "#server/testing/login-helpers.ts";
import { registerMember } from "#server/testing/members.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** Everybody who works on cases about pictures, or only roles that work on members; or a field of contact cases only. */
type Audience = "picture" | "member" | "contact";

/** Every field needs a decision about who sees it. */
const AUDIENCES: Readonly<
  Record<Exclude<keyof CaseDetail, "subject"> | `subject.${keyof CaseDetail["subject"]}`, Audience>
> = {
  _id: "picture",
  kind: "picture",
  memberId: "picture",
  username: "picture",
  score: "picture",
  dueAt: "picture",
  openedAt: "picture",
  version: "picture",
  itemKinds: "picture",
  items: "picture",
  claim: "picture",
  isOpen: "picture",
  isForAnother: "picture",
  hold: "picture",
  contact: "contact",
  "subject.status": "member",
  "subject.joinedAt": "member",
  "subject.restrictions": "member",
  "subject.membership": "member",
  "subject.images": "picture",
  reports: "picture",
  notices: "picture",
  moreReports: "picture",
  moreNotices: "picture",
  signals: "picture",
  moreSignals: "picture",
  selfies: "picture",
  appeals: "picture",
  decisions: "picture",
  history: "picture",
  moreHistory: "picture",
  memberNotes: "member",
  moreNotes: "picture",
  otherCases: "member",
  linked: "member",
  isMoreLinked: "picture",
};

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const fieldsOf = ({ subject, ...shown }: CaseDetail): Record<string, unknown> => ({
  ...shown,
  ...Object.fromEntries(Object.entries(subject).map(([name, value]) => [`subject.${name}`, value])),
});

const staff = {} as Record<StaffRole, TestStaff>;
const cases = { member: "", picture: "", contact: "" };

/**
 * The member has a decision, a restriction, a note, a linked account, and a case about a picture that was decided once.
 */
beforeAll(async () => {
  for (const role of STAFF_ROLES) staff[role] = await createStaff(app, role);
  const { id, reported } = await createReportCase(app);
  await app.database.pool.query(
    "insert into subscriptions (provider_id, member_id, status, period_end) values ('sub_fields', $1, 'active', '2999-01-31')",
    [reported.id],
  );
  const partner = await registerMember(app);
  await loginFrom(app, { ...reported, cookie: cookieOf(await loginFrom(app, partner)) });
  const decide = async (caseId: string, act: "no_action" | "unlist", words: string) => {
    const body = { version: 1, acts: [{ act }], rule: "consent" as const, facts: `Facts: ${words}`, words, upheld: [] };
    return (await callStaff(app, decideCase, { params: { caseId }, body }, staff.all)).body.decisionId;
  };
  await decide(id, "unlist", "a rule of messages");
  const note = { note: "A note about the member", about: "member" as const };
  await callStaff(app, addNote, { params: { caseId: id }, body: note }, staff.all);
  const imageKey = crypto.randomUUID().replaceAll("-", "");
  const subject = { kind: "picture", memberId: reported.id, imageKey } as const;
  const item = { kind: "picture_check", sourceId: imageKey, subject, weight: 1, dueAt: new Date() } as const;
  cases.member = id;
  cases.picture = await app.ctx.transact((tx) => attachToCase(tx, item));
  const decisionId = await decide(cases.picture, "no_action", "a rule of pictures");
  await callStaff(app, undoDecision, { params: { decisionId } }, staff.all);
  await app.call(sendContactMessage, { body: contactMessage() }, partner.token);
  cases.contact = await findOpenCase(app, partner.id);
});

/** Leaves the case to the next person. */
async function look(role: StaffRole, caseId: string) {
  const { status } = await callStaff(app, getCase, { params: { caseId } }, staff[role]);
  if (status !== 200) return { status, fields: {}, text: "" };
  const shown = await openCase(app, caseId, staff[role]);
  if (shown.claim) {
    const body = { until: shown.claim.until };
    await callStaff(app, releaseCase, { params: { caseId }, body }, staff[role]);
  }
  // A reader without a claim sees the same fields.
  const fields: Record<string, unknown> = fieldsOf({ ...shown, claim: null });
  return { status, fields, text: JSON.stringify(shown) };
}

describe.each(STAFF_ROLES)("the role %s", (role) => {
  const fieldsFor = (audience: Audience) =>
    Object.keys(AUDIENCES).filter((field) => AUDIENCES[field as never] === audience);

  test.each([
    ["picture", role === "reports" ? "nothing" : role === "photos" ? "all but the member" : "everything"],
    ["member", role === "photos" ? "nothing" : "everything"],
    ["contact", role === "photos" ? "nothing" : "everything"],
  ] as const)("has of a case about a %s: %s", async (kind, expected) => {
    const [all, mine] = [await look("all", cases[kind]), await look(role, cases[kind])];
    expect(mine.status).toBe(expected === "nothing" ? 403 : 200);
    if (expected === "nothing") return;
    const hidden = Object.keys(AUDIENCES).filter((name) => !isEmpty(all.fields[name]) && isEmpty(mine.fields[name]));
    expect(hidden).toEqual(expected === "everything" ? [] : fieldsFor("member"));
  });
});

test("every field has an audience", async () => {
  for (const caseId of Object.values(cases))
    expect(Object.keys((await look("all", caseId)).fields).sort()).toEqual(Object.keys(AUDIENCES).sort());
});

test("who works on pictures reads what was decided about the picture, and no word about its owner", async () => {
  const [{ text: all }, { text }] = [await look("all", cases.picture), await look("photos", cases.picture)];
  for (const words of ["a rule of messages", "A note about the member"]) {
    expect(all).toContain(words);
    expect(text).not.toContain(words);
  }
  expect(JSON.parse(text).decisions).toHaveLength(1);
  const body = { note: "They train late", about: "member" as const };
  const noted = await callStaff(app, addNote, { params: { caseId: cases.picture }, body }, staff.photos);
  expect(noted.body.code).toBe("staff_forbidden");
});
