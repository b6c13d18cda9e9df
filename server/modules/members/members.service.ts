import type { MemberSummary, Photo } from "#contract/schemas.ts";
import type { Privacy } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { presentPhotos, presentSummary, type Viewing } from "#server/modules/members/members.present.ts";
import {
  type CardRow,
  findCards,
  findJoined,
  findPage,
  findPrivacy,
  findStanding,
  haveReadReceipts,
  insertMember,
  lockStanding,
  lockStandings,
  type PageRow,
  setGone,
  setHidden,
  setReadReceipts,
  shareStandings,
  touchMember,
} from "#server/modules/members/members.repo.ts";

/** Whose eyes a reply is for. */
export const viewingOf = (ctx: Context, viewerId: string): Viewing => ({ viewerId, addresses: ctx.photoUrls });

/**
 * Members as another sees them on cards, in the order of `ids`. Those who are not known any more are left out.
 */
export async function summaries(db: Db, ids: readonly string[], viewing: Viewing): Promise<MemberSummary[]> {
  const rows = new Map((await findCards(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presentSummary(row, viewing)] : [];
  });
}

export type { PageRow };

/** A member as a card is made of them, and whether they are there. */
export type Card = CardRow;

/** Cards to be, by id. */
export const cardsOf = async (db: Db, ids: readonly string[]): Promise<Readonly<Record<string, Card | undefined>>> =>
  Object.fromEntries((await findCards(db, ids)).map((card) => [card.id, card]));

/** One member as another sees them on a card. @throws Error where there is no such member */
export async function summary(db: Db, id: string, viewing: Viewing): Promise<MemberSummary> {
  const [found] = await summaries(db, [id], viewing);
  if (!found) throw new Error(`no member ${id}`);
  return found;
}

/** Neither suspended nor gone. */
const isPresent = (standing: string | undefined): boolean => standing === "active" || standing === "hidden";

/** Whether somebody is a member for less than `ms` milliseconds, or none. */
export async function isNewMember(ctx: Context, id: string, ms: number): Promise<boolean> {
  const found = await findJoined(ctx.db, id);
  return !found || ctx.now().getTime() - found.joined_at.getTime() < ms;
}

/** Makes the bare member, on whom everything else hangs. */
export const createMember = (tx: Tx, id: string, { isDemo }: { isDemo: boolean }): Promise<void> =>
  insertMember(tx, id, isDemo);

/**
 * Holds members as they are until the end of the transaction, so that the end of an account comes before it or after. It is
 * the first lock that is taken, before those of pairs, checkouts and wallets, and needed by whatever makes a row for a
 * member that no other lock of theirs guards.
 * @param me must be there @param others may be gone already
 * @throws AppError unauthorized, where one's own account has ended, or was suspended, since the request came in
 */
export async function holdMembers(tx: Tx, me: string, ...others: readonly string[]): Promise<void> {
  const held = await shareStandings(tx, [me, ...others]);
  if (!isPresent(held.find(({ id }) => id === me)?.standing)) throw new AppError("unauthorized");
}

/** Holds a member as they are, as `holdMembers`. @returns whether they are gone */
export async function holdGone(tx: Tx, id: string): Promise<boolean> {
  const [held] = await shareStandings(tx, [id]);
  return held?.standing === "gone";
}

/** Holds members as they are, as `holdMembers`, whatever their standing. @returns those who have not gone */
export async function sharePresent(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return present(await shareStandings(tx, ids));
}

/** Holds members alone: everybody who holds one of them comes before or after. @returns those who have not gone */
export async function lockPresent(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return present(await lockStandings(tx, ids));
}

const present = (held: readonly { readonly id: string; readonly standing: string }[]): Set<string> =>
  new Set(held.filter(({ standing }) => standing !== "gone").map(({ id }) => id));

/** Holds whoever leaves: what others do with them has come to its end, or waits. @throws AppError unauthorized for one who is gone */
export async function holdLeaver(tx: Tx, id: string, refusal = new AppError("unauthorized")): Promise<void> {
  if ((await lockStanding(tx, id)) === "gone") throw refusal;
}

/** Holds oneself, as `holdLeaver`. @throws AppError unauthorized, where one has gone or was suspended since the request came in */
export async function holdSelf(tx: Tx, id: string): Promise<void> {
  if (!isPresent(await lockStanding(tx, id))) throw new AppError("unauthorized");
}

/** Leaves of a member what has to be left: an id, and when they went. */
export const buryMember = (tx: Tx, id: string): Promise<void> => setGone(tx, id);

/** Whether a member has deleted their account. */
export const hasGone = async (db: Db, id: string): Promise<boolean> =>
  (await findStanding(db, id))?.standing === "gone";

/** Notes that a member is here now. */
export const noteActivity = (db: Db, id: string): Promise<void> => touchMember(db, id);

/** All that one's own page shows. @throws AppError unauthorized, where one's account has ended since the request came in */
export async function readPage(db: Db, id: string): Promise<PageRow> {
  const page = await findPage(db, id);
  if (!page) throw new AppError("unauthorized");
  return page;
}

/** A member's photos, the main one first. */
export const readPhotos = async (db: Db, id: string, viewing: Viewing): Promise<Photo[]> =>
  presentPhotos((await readPage(db, id)).photos, viewing);

/**
 * Makes sure that a member is there for another: active, or hidden but known to them.
 * @param knows whether the other knows them, as after a match
 * @throws AppError profile_not_found
 */
export async function requireThere(db: Db, id: string, knows = true): Promise<void> {
  const standing = (await findStanding(db, id))?.standing;
  if (!isPresent(standing) || (standing === "hidden" && !knows)) throw new AppError("profile_not_found");
}

/**
 * Makes sure that one may still act oneself: a body that comes slowly is whole long after it was seen whose it is.
 * @throws AppError unauthorized
 */
export async function requireMyself(db: Db, me: string): Promise<void> {
  if (!isPresent((await findStanding(db, me))?.standing)) throw new AppError("unauthorized");
}

/** A member with an account, visible or not; undefined for an unknown id and a deleted account. */
export const findMember = async (db: Db, id: string): Promise<Card | undefined> => (await findCards(db, [id]))[0];

/** All that such a member's page shows. */
export const findMemberPage = (db: Db, id: string): Promise<PageRow | undefined> => findPage(db, id);

/** Whether somebody is one of the illustrated members that show the product. */
export const isDemo = async (db: Db, id: string): Promise<boolean> => (await findStanding(db, id))?.is_demo ?? false;

/** Who sees a member, and whether others learn what they have read. */
export async function privacyOf(db: Db, id: string): Promise<Pick<Privacy, "hidden" | "readReceipts">> {
  const { standing, read_receipts: readReceipts } = await findPrivacy(db, id);
  return { hidden: standing === "hidden", readReceipts };
}

/** Hides a member or shows them again, as they wish; who is suspended or gone stays so. `browse` follows by its `refresh`. */
export const changeHidden = (tx: Tx, id: string, hidden: boolean): Promise<void> => setHidden(tx, id, hidden);

export const changeReadReceipts = (tx: Tx, id: string, on: boolean): Promise<void> => setReadReceipts(tx, id, on);

/** Whether two members let each other learn what they have read: neither does alone. */
export const tellReads = (db: Db, one: string, other: string): Promise<boolean> => haveReadReceipts(db, [one, other]);
