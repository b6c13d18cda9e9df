import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import {
  hashSearch,
  KEPT_MINUTES,
  type KnownMembers,
  rankMembers,
  type Search,
} from "#server/modules/discovery/search-results.queries.ts";

/** Results that are kept per viewer. */
const KEPT_RESULTS = 3;

/** Ranks all eligible members for a viewer and stores the result in place of the viewer's oldest one. */
export async function saveResult(tx: Tx, id: string, search: Search, known: KnownMembers): Promise<void> {
  const { viewerId } = search;
  await sql`
    with oldest as (
      delete from search_results where id in (
        select id from search_results where viewer_id = ${viewerId} order by created_at desc offset ${KEPT_RESULTS - 1}))
    insert into search_results (id, viewer_id, query_hash, member_ids)
    values (${id}, ${viewerId}, ${hashSearch(search)}, array(${rankMembers(search, known)}))`.execute(tx);
}

/** Extends the time for which a result is kept. */
export async function touchResult(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("search_results").set({ used_at: sql`now()` }).where("id", "=", id).execute();
}

export async function deleteResults(tx: Tx, viewerId: string): Promise<void> {
  await tx.deleteFrom("search_results").where("viewer_id", "=", viewerId).execute();
}

export async function deleteExpiredResults(tx: Tx): Promise<void> {
  await sql`delete from search_results where used_at <= now() - make_interval(mins => ${KEPT_MINUTES})`.execute(tx);
}
