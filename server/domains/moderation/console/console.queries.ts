import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/**
 * Whether an image belongs to a case: its picture, one of its reports' evidence, one of its
 * selfies, a photo that its member has now, or evidence of a decision which the case has an open appeal of, or was removed
 * by it.
 */
export async function isImageOfCase(db: Db, caseId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cases where id = ${caseId} and (
      image_key = ${key}
      or exists (
        select from report_images join case_items on case_items.kind in ('report', 'objection')
          and source_id = report_id::text
        where case_id = cases.id and report_images.key = ${key})
      or exists (
        select from case_items as asked
        join appeals on asked.kind = 'appeal' and asked.source_id = appeals.id::text and appeals.outcome is null
        join decisions on decisions.id = appeals.decision_id
        join case_items as decided on decided.case_id = decisions.case_id and decided.done_at = decisions.decided_at
          and decided.kind in ('report', 'objection')
        join report_images on decided.source_id = report_images.report_id::text
        where asked.case_id = cases.id and report_images.key = ${key})
      or exists (
        select from verification_requests join case_items on case_items.kind = 'verification'
          and source_id = verification_requests.id::text
        where case_id = cases.id and verification_requests.image_key = ${key})
      or exists (
        select from case_items join appeals on case_items.kind = 'appeal' and source_id = appeals.id::text
        join decision_acts on decision_acts.decision_id = appeals.decision_id
        where case_id = cases.id and ${key} in (result -> 'photo' ->> 'key', result ->> 'key'))
      or exists (
        select from photos where cases.kind <> 'contact' and photos.member_id = cases.member_id and photos.key = ${key}))`.execute(
    db,
  );
  return rows.length > 0;
}
