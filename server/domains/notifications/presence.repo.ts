import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

interface PresentSocket {
  readonly socketId: string;
  readonly memberId: string;
}

/** Extends the presence of sockets by some seconds from now; deleted members are left out. */
export async function upsertPresence(db: Db, sockets: readonly PresentSocket[], seconds: number): Promise<void> {
  await sql`
    insert into presence (socket_id, member_id, expires_at)
    select socket_id, member_id, clock_timestamp() + make_interval(secs => ${seconds})
    from unnest(
      ${sockets.map(({ socketId }) => socketId)}::text[], ${sockets.map(({ memberId }) => memberId)}::uuid[]
    ) as seen (socket_id, member_id)
    join members on members.id = seen.member_id and members.deleted_at is null
    on conflict (socket_id) do update set expires_at = excluded.expires_at`.execute(db);
}

/**
 * Ends the presence of sockets now. The rows stay, because emails check whether a member was present since an event.
 */
export async function endPresence(db: Db, socketIds: readonly string[]): Promise<void> {
  // One text for any number of sockets, unlike `in`, so that the statement is prepared once.
  await sql`
    update presence set expires_at = clock_timestamp()
    where socket_id = any(${[...socketIds]}::text[]) and expires_at > clock_timestamp()`.execute(db);
}
