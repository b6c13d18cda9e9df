import type { Found } from "#contract/moderation/search.ts";
import { kindsOf, seesMembers } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { maskEmail } from "#server/domains/accounts/accounts.policy.ts";
import { findPayers, findPayments } from "#server/domains/billing/payments/checkouts.queries.ts";
import { nameOfProduct } from "#server/domains/billing/withdrawals/withdrawals.present.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { type CaseRow, findCase } from "#server/domains/moderation/cases/cases.queries.ts";
import { mayWorkOn } from "#server/domains/moderation/cases/cases.service.ts";
import { parseSearch, type SearchTerm } from "#server/domains/moderation/records/search.policy.ts";
import {
  type FoundMemberRow,
  findCasesOfThread,
  findMembersByEmail,
  findMembersByIds,
  findMembersByNamePart,
  findNoticeByNumber,
  findReportByCode,
} from "#server/domains/moderation/records/search.queries.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { assertMayLookUp } from "#server/domains/moderation/staff/lookup-limit.service.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

const MEMBERS_SHOWN = 20;
const CASES_SHOWN = 20;
const PAYMENTS_SHOWN = 100;
const HASH_LENGTH = 12;

const NOTHING: Found = { members: [], isMore: false, cases: [], reports: [], notices: [], payments: [] };

const presentMember = ({ id, username, status, joined_at }: FoundMemberRow): Found["members"][number] => ({
  _id: id,
  username,
  status,
  joinedAt: joined_at.toISOString(),
  email: null,
});

const presentCase = (row: CaseRow, username: string | null): Found["cases"][number] => ({
  _id: row.id,
  kind: row.kind,
  isOpen: row.state === "open",
  openedAt: row.opened_at.toISOString(),
  memberId: row.member_id,
  username,
});

/** Null for a case that is not for the caller. */
async function findPermittedCase(db: Db, me: StaffCaller, id: string | null): Promise<CaseRow | null> {
  const row = id === null ? undefined : await findCase(db, id);
  return row && (await mayWorkOn(db, me, row)) ? row : null;
}

async function findById(db: Db, me: StaffCaller, id: string): Promise<Partial<Found>> {
  const row = await findPermittedCase(db, me, id);
  const memberId = row ? row.member_id : id;
  const members = memberId === null ? [] : await findMembersByIds(db, [memberId]);
  if (row) return { cases: [presentCase(row, members[0]?.username ?? null)] };
  return { members: seesMembers(me.role) ? members.map(presentMember) : [] };
}

async function findPaid(db: Db, number: string): Promise<Partial<Found>> {
  const payers = await findMembersByIds(db, await findPayers(db, number));
  const payments: Found["payments"] = [];
  for (const { id: memberId, username } of payers)
    for (const row of await findPayments(db, memberId, PAYMENTS_SHOWN, number)) {
      const { amountCents, paidAt } = row;
      const product = nameOfProduct(row);
      payments.push({ number, product, amountCents, paidAt: paidAt.toISOString(), memberId, username });
    }
  // The number of a customer belongs to no payment.
  return payments.length > 0 ? { payments } : { members: payers.map(presentMember) };
}

type Find = (db: Db, me: StaffCaller, text: string) => Promise<Partial<Found>>;

const FINDS: Readonly<Record<SearchTerm["by"], Find>> = {
  id: findById,
  name: async (db, _me, text) => {
    const found = await findMembersByNamePart(db, text, MEMBERS_SHOWN + 1);
    return { members: found.slice(0, MEMBERS_SHOWN).map(presentMember), isMore: found.length > MEMBERS_SHOWN };
  },
  email: async (db, _me, text) => ({
    members: (await findMembersByEmail(db, text)).map((row) => ({
      ...presentMember(row),
      email: row.email && maskEmail(row.email),
    })),
  }),
  report: async (db, me, text) => {
    const report = await findReportByCode(db, text);
    if (!report) return {};
    const { code: number, reason, created_at, resolved_at, case_id } = report;
    const caseId = (await findPermittedCase(db, me, case_id))?.id ?? null;
    const isOpen = resolved_at === null;
    return { reports: [{ number, reason, createdAt: created_at.toISOString(), isOpen, caseId }] };
  },
  notice: async (db, me, text) => {
    const notice = await findNoticeByNumber(db, text);
    if (!notice) return {};
    const { number, kind, created_at, decided_at, case_id } = notice;
    const caseId = (await findPermittedCase(db, me, case_id))?.id ?? null;
    return { notices: [{ number, kind, createdAt: created_at.toISOString(), isOpen: decided_at === null, caseId }] };
  },
  contact: async (db, me, text) => {
    const rows = kindsOf(me.role).includes("contact") ? await findCasesOfThread(db, text, CASES_SHOWN) : [];
    const [member] = await findMembersByIds(db, rows[0]?.member_id ? [rows[0].member_id] : []);
    return { cases: rows.map((row) => presentCase(row, member?.username ?? null)) };
  },
  payment: (db, _me, text) => findPaid(db, text),
};

const idsOf = ({ members, cases, reports, notices, payments }: Found): string[] => [
  ...members.map(({ _id }) => _id),
  ...cases.map(({ _id }) => _id),
  ...[...reports, ...notices].flatMap(({ caseId }) => caseId ?? []),
  ...payments.map(({ memberId }) => memberId),
];

/**
 * The log is kept for good, so it has no names and addresses: a keyed hash stands for them, equal for equal texts. Whom
 * the search has shown is there by id.
 */
async function recordSearch(ctx: Context, tx: Tx, me: StaffCaller, { by, text }: SearchTerm, found: Found) {
  const isPersonal = by === "name" || by === "email";
  const term = isPersonal ? ctx.keyedHash("staff search", text).toString("hex").slice(0, HASH_LENGTH) : text;
  const ids = [...new Set(idsOf(found))];
  const [target] = ids;
  await recordAction(tx, me, {
    action: "search",
    ...(target !== undefined && ids.length === 1 && { target }),
    details: { by, term, found: ids.length, ...(ids.length > 1 && { ids: ids.join(" ") }) },
  });
}

/** @throws AppError invalid, staff_look_limit */
export async function searchRecords(ctx: Context, me: StaffCaller, text: string): Promise<Found> {
  const term = parseSearch(text);
  return ctx.transact(async (tx) => {
    await assertMayLookUp(ctx, tx, me, "search");
    const isAllowed = seesMembers(me.role) || term.by === "id";
    const found = { ...NOTHING, ...(isAllowed && (await FINDS[term.by](tx, me, term.text))) };
    await recordSearch(ctx, tx, me, term, found);
    return found;
  });
}
