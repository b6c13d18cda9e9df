import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

interface Look {
  readonly socketId: string;
  readonly memberId: string;
}

/** Notes who looks, for so many seconds from now on; members who are gone look at nothing. */
export async function upsertLooks(db: Db, looks: readonly Look[], seconds: number): Promise<void> {
  await sql`
    insert into looks (socket_id, member_id, until)
    select socket_id, member_id, clock_timestamp() + make_interval(secs => ${seconds})
    from unnest(${looks.map(({ socketId }) => socketId)}::text[], ${looks.map(({ memberId }) => memberId)}::uuid[])
      as seen (socket_id, member_id)
    join members on members.id = seen.member_id and members.gone_at is null
    on conflict (socket_id) do update set until = excluded.until`.execute(db);
}

/** Notes that nobody looks at these any more. When that was stays. */
export const endLooks = (db: Db, socketIds: readonly string[]) =>
  db
    .updateTable("looks")
    .set({ until: sql`clock_timestamp()` })
    .where("socket_id", "in", [...socketIds])
    .where("until", ">", sql<Date>`clock_timestamp()`)
    .execute();

/** Whether, or until when, a member has looked at anything. In a query whose members' ids are `memberId`. */
export const lookedUntil = (memberId: ReturnType<typeof sql.ref>) =>
  sql<Date | null>`(select max(looks.until) from looks where looks.member_id = ${memberId})`;

export const deleteOldLooks = (db: Db, hours: number) =>
  db.deleteFrom("looks").where("until", "<", sql<Date>`now() - make_interval(hours => ${hours})`).execute();

export const deleteLooksOf = (db: Db, memberId: string) =>
  db.deleteFrom("looks").where("member_id", "=", memberId).execute();
