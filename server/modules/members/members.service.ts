import type { MemberSummary, Photo } from "#contract/shapes.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { presentPhotos, presentSummary, type Viewing } from "#server/modules/members/members.present.ts";
import {
  type CardRow,
  findCards,
  findPage,
  findStanding,
  insertMember,
  type PageRow,
  touchMember,
} from "#server/modules/members/members.repo.ts";

/** Whose eyes a reply is for. */
export const viewingOf = (ctx: Context, viewerId: string): Viewing => ({ viewerId, addresses: ctx.photoAddresses });

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

/** Makes the bare member, on whom everything else hangs. */
export const createMember = (tx: Tx, id: string, { isDemo }: { isDemo: boolean }): Promise<void> =>
  insertMember(tx, id, isDemo);

/** Notes that a member is here now. */
export const noteActivity = (db: Db, id: string): Promise<void> => touchMember(db, id);

/** All that a member's page shows. @throws Error where there is no such member */
export async function readPage(db: Db, id: string): Promise<PageRow> {
  const page = await findPage(db, id);
  if (!page) throw new Error(`no member ${id}`);
  return page;
}

/** A member's photos, the main one first. */
export const readPhotos = async (db: Db, id: string, viewing: Viewing): Promise<Photo[]> =>
  presentPhotos((await readPage(db, id)).photos, viewing);

/**
 * The page of a member who is there for another: active, or hidden but with a crush between the two.
 * @throws AppError profile_not_found for everyone else, whatever the reason
 */
export async function readVisiblePage(db: Db, id: string, hasCrushBetween: boolean): Promise<PageRow> {
  const page = await findPage(db, id);
  const visible = page && (page.standing === "active" || (page.standing === "hidden" && hasCrushBetween));
  if (!visible) throw new AppError("profile_not_found");
  return page;
}

/** Makes sure that somebody one has a match with is still there. @throws AppError profile_not_found */
export async function requireThere(db: Db, id: string): Promise<void> {
  const found = await findStanding(db, id);
  if (found?.standing !== "active" && found?.standing !== "hidden") throw new AppError("profile_not_found");
}

/** The page of a member who has not gone, whether or not they are there for anybody. @throws AppError profile_not_found */
export async function readKnownPage(db: Db, id: string): Promise<PageRow> {
  const page = await findPage(db, id);
  if (!page || page.standing === "gone") throw new AppError("profile_not_found");
  return page;
}

/** A member who has not gone. @throws AppError profile_not_found */
export async function requireKnown(db: Db, id: string): Promise<Card> {
  const [card] = await findCards(db, [id]);
  if (!card || card.standing === "gone") throw new AppError("profile_not_found");
  return card;
}

/** Whether somebody is one of the illustrated members that show the product. */
export const isDemo = async (db: Db, id: string): Promise<boolean> => (await findStanding(db, id))?.is_demo ?? false;
