import type { Page, Route } from "@playwright/test";
import type { CaseDetail, QueuedCase, StatementPreview } from "#contract/moderation/cases.ts";
import type { StaffEndpointName, StaffResponseOf } from "#contract/moderation/staff-endpoints.ts";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import type { UnassignedNotice } from "#contract/moderation/unassigned-notices.ts";
import { CASE, inMinutes, uuid } from "./moderation-data.ts";
import { see } from "./navigation.ts";
import { makePhotographs } from "./sample-photos.ts";
import type { Stage } from "./scene.ts";

/** With mocked replies, so a scene needs no passkey and leaves nothing behind. */

/** Handlers that are added later come first. */
async function route(page: Page, endpoint: StaffEndpointName, handler: (route: Route) => Promise<void>): Promise<void> {
  const [method = "", path = ""] = endpoint.split(" ");
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
  await page.route(
    ({ pathname }) => pattern.test(pathname),
    (one) => (one.request().method() === method ? handler(one) : one.fallback()),
  );
}

export const reply = <Name extends StaffEndpointName>(
  page: Page,
  endpoint: Name,
  json: StaffResponseOf<Name>,
): Promise<void> => route(page, endpoint, (one) => one.fulfill({ json }));

export const reject = (
  page: Page,
  endpoint: StaffEndpointName,
  status: number,
  body: { code?: string; message?: string; errors?: Record<string, string> } = {},
): Promise<void> =>
  route(page, endpoint, (one) => one.fulfill({ status, json: { success: false, code: "invalid", ...body } }));

export const hold = (page: Page, endpoint: StaffEndpointName): Promise<void> =>
  route(page, endpoint, () => new Promise(() => undefined));

export const drop = (page: Page, endpoint: StaffEndpointName): Promise<void> =>
  route(page, endpoint, (one) => one.abort());

let photographs: ReturnType<typeof makePhotographs> | undefined;

/** Images of cases, by the number at the end of their address. Others are missing. */
async function answerImages(page: Page): Promise<void> {
  await page.route("**/api/moderation/cases/*/images/*", async (one) => {
    photographs ??= makePhotographs();
    const files = await photographs;
    const file = files[Number(new URL(one.request().url()).pathname.split("/").at(-1))];
    await (file ? one.fulfill({ body: Buffer.from(file), contentType: "image/webp" }) : one.fulfill({ status: 404 }));
  });
}

const EMAIL: StatementPreview = {
  subject: "Your account is restricted",
  paragraphs: [
    "Hi jordan_lifts, we decided something about your Spotter account because of our community guidelines.",
    "You cannot send messages, pictures and crushes until January 31, 2027 at 12:00 PM CST. You can still read and receive them.",
    "What we found: Messages that harass or threaten.",
    "The rule: ‘Consent, every set’, in our community guidelines and terms.",
    "The reason: Please take a no the first time.",
    "A person decided this, not a computer. It applies everywhere on Spotter.",
    "If you think that this is a mistake, you can object once, until July 31, 2027 at 12:00 PM CDT. The link below works without logging in, and a person looks at it again. You can also go to a court or to an out-of-court body for disputes.",
  ],
  links: ["Object to this decision", "Contact support"],
};

interface Shown {
  readonly role?: StaffRole;
  readonly cases?: readonly QueuedCase[];
  readonly notices?: readonly UnassignedNotice[];
  readonly case?: CaseDetail;
  /** Whether the person has neither claimed the case nor said why they look. */
  readonly isHidden?: boolean;
}

export async function logInStaff(
  page: Page,
  { role = "all", cases = [], notices = [], case: one = CASE, isHidden = false }: Shown = {},
): Promise<void> {
  const staff = { _id: uuid(99), name: "Grace Okafor", role };
  const claim = { by: staff.name, isMine: true, until: inMinutes(20) };
  await answerImages(page);
  await reply(page, "GET /api/moderation/session", { success: true, staff, endsAt: inMinutes(60) });
  await reply(page, "GET /api/moderation/cases", { success: true, cases: [...cases], nextCursor: null });
  await reply(page, "GET /api/moderation/notices", { success: true, notices: [...notices] });
  await reply(page, "GET /api/moderation/cases/:caseId", {
    success: true,
    case: one,
    evidence: isHidden ? null : one,
  });
  await reply(page, "POST /api/moderation/cases/:caseId/claim", {
    success: true,
    case: { ...one, claim },
    evidence: one,
  });
  await reply(page, "POST /api/moderation/cases/:caseId/preview", { success: true, email: EMAIL });
  await reply(page, "POST /api/moderation/cases/:caseId/release", { success: true, claim: null });
}

/** Opens a path of the console; resolves when the text is visible. */
export async function openConsole({ page, origin }: Stage, path: string, ready: string | RegExp): Promise<void> {
  // Passkeys work on no IP address, so the console leaves it.
  await page.goto(`${origin.replace("127.0.0.1", "localhost")}/moderation${path}`);
  await see(page, ready);
}
