import { hash } from "@node-rs/argon2";
import type pg from "pg";
import { generatePopulation } from "#bench/population.ts";
import { copyMembers } from "#bench/seed.ts";
import { seededRandom } from "#server/testing/members.ts";

/**
 * Members are told by number, from which their id, address and token follow. Even and odd ones of the first are matched
 * in twos; behind them come a heavy and a light member, those who have a crush on the heavy one or got one of theirs,
 * and the others, who know nobody.
 */
export const PASSWORD = "a password for tests";
export const emailOf = (member: number): string => `m${member}@example.com`;
export const tokenOf = (member: number): string => `bench-${member}`;

/** What a member has. */
interface Belongings {
  readonly conversations: number;
  readonly texts: number;
  readonly received: number;
  readonly sent: number;
}

export interface Cast {
  readonly matches: readonly (readonly [number, number])[];
  readonly heavy: number;
  readonly light: number;
  /** Know nobody. */
  readonly strangers: readonly number[];
}

const HEAVY: Belongings = { conversations: 3_000, texts: 500_000, received: 20_000, sent: 3_000 };
const LIGHT: Belongings = { conversations: 20, texts: 2_000, received: 20, sent: 20 };
const TEXTS_OF_A_PAIR = 4;
/** Enough for the heavy member's crushes. */
const CREDITS = 5_000;
/** Every so many conversations end with unread texts. */
const UNREAD_EACH = 10;
/** A word that is in one of so many texts. */
const RARE_EACH = 5_000;
export const RARE_WORD = "kettlebell";

/** What OWASP asks for, as in production. */
const WORK = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** SQL: the id of a member. */
const idSql = (number: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** SQL: rows `(relationship_id, nth, a, b, texts, last_at)` of new matches, of which `select` has both members and when they last wrote. */
const matchSql = (select: string): string => `
  with drawn as (select * from (${select}) as drawn (nth, one, other, texts, last_at)), matched as (
    insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at, matched_at, last_sequence,
      revision, run_by_a, run_length, run_last_at)
    select gen_random_uuid(), least(one, other), greatest(one, other), last_at - interval '300 days',
      last_at - interval '299 days', last_at - interval '299 days', texts, texts, texts % 2 = 0, 1, last_at
    from drawn returning id, member_a_id, member_b_id)
  insert into messages (id, relationship_id, sequence, revision, sender_id, content, created_at, read_at, receipt_at)
  select uuidv7(at - now()), relationship_id, sequence, sequence, sender_id, content, at, read_at, read_at
  from (
    select matched.id as relationship_id, sequence, at,
      case when sequence % 2 = 0 then member_a_id else member_b_id end as sender_id,
      case when (nth * texts + sequence) % ${RARE_EACH} = 0 then 'The ${RARE_WORD} is yours on ' else 'How about the rack on ' end
        || to_char(at, 'FMDay') || ' at six, after set ' || sequence || '?' as content,
      case when nth % ${UNREAD_EACH} > 0 or sequence < texts - 2 then at + interval '1 minute' end as read_at
    from matched join drawn on member_a_id = least(one, other) and member_b_id = greatest(one, other),
      generate_series(1, texts) as sequence, lateral (select last_at - (texts - sequence) * interval '1 hour' as at) as sent
  ) as written order by relationship_id, sequence`;

async function insertMatches(owner: pg.Client, count: number): Promise<void> {
  const pair = `select nth, ${idSql("2 * nth")}, ${idSql("2 * nth + 1")}, ${TEXTS_OF_A_PAIR}, now() - nth * interval '1 minute'
    from generate_series(0, ${count - 1}) as nth`;
  await owner.query(matchSql(pair));
}

/**
 * @param me gets conversations with members who are matched already
 * @param side which one of each pair
 * @param from the number of the first member with a crush on `me`, behind whom those follow who got one
 */
async function insertBelongings(
  owner: pg.Client,
  { me, side, from, has }: { me: number; side: 0 | 1; from: number; has: Belongings },
): Promise<void> {
  const { conversations, texts, received, sent } = has;
  await owner.query(
    matchSql(`select nth, ${idSql(`2 * nth + ${side}`)}, ${idSql(String(me))}, ${Math.ceil(texts / conversations)},
        now() - interval '1 hour' - nth * interval '100 minutes'
      from generate_series(0, ${conversations - 1}) as nth`),
  );
  // Each was paid for, as each crush is.
  for (const { isMine, first, count } of [
    { isMine: false, first: from, count: received },
    { isMine: true, first: from + received, count: sent },
  ]) {
    const [sender, recipient] = isMine ? ["me", "other"] : ["other", "me"];
    await owner.query(`
      with crush as (
        select gen_random_uuid() as id, ${idSql(String(me))} as me, ${idSql(`${first} + nth`)} as other,
          now() - nth * interval '20 minutes' as at
        from generate_series(0, ${count - 1}) as nth
      ), stored as (
        insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at)
        select id, least(me, other), greatest(me, other), case when ${sender} < ${recipient} then at end,
          case when ${sender} > ${recipient} then at end from crush)
      insert into ledger_entries (id, wallet_id, kind, change, source, other_id, created_at)
      select uuidv7(at - now()), wallets.id, kind, change, 'crush:' || crush.id, counterpart, at
      from crush, lateral (values ('sent', -1, ${sender}, ${recipient}), ('received', 0, ${recipient}, ${sender}))
        as entry (kind, change, owner, counterpart)
      join wallets on wallets.member_id = entry.owner
      order by at`);
  }
}

/** Fills what only later versions have. */
async function completeReading(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    "select from information_schema.columns where table_name = 'relationships' and column_name = 'a_read_sequence'",
  );
  if (rows.length === 0) return;
  const upTo = (reader: string) =>
    `coalesce(max(sequence) filter (where sender_id <> ${reader} and read_at is not null), 0)`;
  await owner.query(`
    update relationships set a_read_sequence = a, b_read_sequence = b, a_receipt_sequence = a, b_receipt_sequence = b
    from (
      select relationship_id, ${upTo("member_a_id")} as a, ${upTo("member_b_id")} as b
      from messages join relationships on relationships.id = relationship_id group by relationship_id) as read
    where id = relationship_id`);
}

/**
 * Fills an installation whose tables exist, in statements that suit earlier versions as well. Restart it afterwards.
 * @param count of members
 * @throws Error if there are too few members for the rest
 */
export async function createCast(owner: pg.Client, count: number, matches: number): Promise<Cast> {
  const [heavy, light] = [2 * matches, 2 * matches + 1];
  const firstOfHeavy = light + 1;
  const firstOfLight = firstOfHeavy + HEAVY.received + HEAVY.sent;
  const firstStranger = firstOfLight + LIGHT.received + LIGHT.sent;
  if (matches < HEAVY.conversations) throw new Error(`--matches must be at least ${HEAVY.conversations}`);
  if (count < firstStranger + 5_000) throw new Error(`--members must be at least ${firstStranger + 5_000}`);
  await copyMembers(owner, generatePopulation(count, "city", seededRandom(1)), await hash(PASSWORD, WORK));
  await owner.query(
    `insert into sessions (token_hash, id, member_id, device)
     select sha256(convert_to('${tokenOf(0).slice(0, -1)}' || nth, 'UTF8')), gen_random_uuid(), ${idSql("nth")}, 'A bench'
     from generate_series(0, ${light}) as nth`,
  );
  await owner.query(
    `insert into ledger_entries (id, wallet_id, kind, change, source)
     select uuidv7(), wallets.id, 'bonus', ${CREDITS}, 'bench'
     from generate_series(0, ${firstStranger}) as nth join wallets on wallets.member_id = ${idSql("nth")}`,
  );
  await insertMatches(owner, matches);
  await insertBelongings(owner, { me: heavy, side: 0, from: firstOfHeavy, has: HEAVY });
  await insertBelongings(owner, { me: light, side: 1, from: firstOfLight, has: LIGHT });
  await completeReading(owner);
  await owner.query("vacuum analyze");
  return {
    matches: Array.from({ length: matches }, (_, nth) => [2 * nth, 2 * nth + 1] as const),
    heavy,
    light,
    strangers: Array.from({ length: count - firstStranger }, (_, nth) => firstStranger + nth),
  };
}
