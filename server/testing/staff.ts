import type { RequestOf, ResponseOf } from "#contract/endpoint.ts";
import { type CaseDetail, claimCase, getCase, lookAtCase } from "#contract/moderation/cases.ts";
import { acceptInvitation, openInvitation } from "#contract/moderation/staff.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { mayAct, type StaffRole } from "#contract/moderation/staff-roles.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { inviteStaffMember } from "#server/domains/moderation/staff/staff.service.ts";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import type { TestApp, TestResponse } from "#server/testing/test-app.ts";

export interface TestStaff {
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  /** For the header `Cookie`. */
  readonly cookie: string;
  readonly authenticator: SoftwareAuthenticator;
}

const OPERATOR = { who: "ada", reason: "A test" };
let invited = 0;

/** The origin of the console's pages. */
export const consoleOrigin = ({ ctx }: TestApp): string => new URL(ctx.consoleSite()).origin;

/** The cookie that a response sets, for the next request. */
export const cookieIn = (headers: Headers): string => headers.get("set-cookie")?.split(";")[0] ?? "";

type StaffReply<E extends StaffEndpoint> = TestResponse<ResponseOf<E>>;

/** Calls an endpoint of the console as a page of it does. */
export const callStaff = <E extends StaffEndpoint>(
  app: TestApp,
  endpoint: E,
  request: RequestOf<E>,
  staff?: Pick<TestStaff, "cookie">,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaffReply<E>> =>
  app.call({ ...endpoint, access: "anyone" } as never, request as never, undefined, {
    origin: consoleOrigin(app),
    ...(staff && { cookie: staff.cookie }),
    ...headers,
  }) as Promise<StaffReply<E>>;

/** @returns the token of the link */
export async function inviteStaff(app: TestApp, role: StaffRole = "all", name = `Staff ${++invited}`) {
  const { link } = await inviteStaffMember(app.ctx, OPERATOR, name, role);
  return { name, token: new URL(link).hash.slice(1) };
}

export async function createStaff(app: TestApp, role: StaffRole = "all"): Promise<TestStaff> {
  const { name, token } = await inviteStaff(app, role);
  const authenticator = createSoftwareAuthenticator(consoleOrigin(app));
  const opened = await callStaff(app, openInvitation, { body: { token } });
  const credential = authenticator.create(opened.body.options);
  const { status, body, headers } = await callStaff(app, acceptInvitation, { body: { token, credential } });
  if (status !== 200) throw new Error(`the invitation was not accepted: ${status}`);
  return { id: body.staff._id, name, role, cookie: cookieIn(headers), authenticator };
}

/** Claims the case, or gives a reason where that is not possible. */
export async function openCase(app: TestApp, caseId: string, staff: TestStaff): Promise<CaseDetail> {
  const params = { caseId };
  const { body: found } = await callStaff(app, getCase, { params }, staff);
  const { isOpen, claim, version } = found.case;
  const isClaimed = mayAct(staff.role) && isOpen && (claim === null || claim.isMine);
  const { status, body } = isClaimed
    ? await callStaff(app, claimCase, { params, body: { version } }, staff)
    : await callStaff(app, lookAtCase, { params, body: { reason: "A test of this case" } }, staff);
  if (!body.evidence) throw new Error(`the case was not opened: ${status}`);
  return { ...body.case, ...body.evidence };
}

/** The passkey was proved just now. */
export const actorOfStaff = ({ id, name, role }: TestStaff): StaffCaller => ({
  kind: "staff",
  who: name,
  staffId: id,
  reason: "",
  role,
  tokenHash: Buffer.alloc(0),
  endsAt: new Date(8.64e15),
  isRecentlyAuthenticated: true,
});
