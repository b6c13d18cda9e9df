import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

export interface Device {
  readonly member_id: string;
  readonly hash: Buffer;
}

/** Stores that a member has used a browser today; nothing is written if that is known. @returns whether it is new */
export async function touchDevice(tx: Tx, { member_id, hash }: Device): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into member_devices as known (member_id, hash) values (${member_id}, ${hash})
    on conflict (member_id, hash) do update set last_seen_on = current_date where known.last_seen_on < current_date
    returning xmax = 0 as is_new`.execute(tx);
  return rows[0]?.is_new === true;
}

/** Keeps the browsers that a member has used last. */
export async function deleteDevicesBeyond(tx: Tx, memberId: string, count: number): Promise<void> {
  await sql`
    delete from member_devices where member_id = ${memberId} and hash in (
      select hash from member_devices where member_id = ${memberId}
      order by last_seen_on desc, first_seen_on desc, hash offset ${count})`.execute(tx);
}

export async function deleteDevicesOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("member_devices").where("member_id", "=", memberId).execute();
}
