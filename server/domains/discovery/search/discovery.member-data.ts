import { sql } from "kysely";
import { CHANGES_KEPT_MINUTES } from "#server/domains/discovery/memory-index/memory-index.repo.ts";
import { findSearchPreferences } from "#server/domains/discovery/search/discovery.statements.ts";
import { deleteFromDiscovery } from "#server/domains/discovery/search/search-index.statements.ts";
import { presentSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { KEPT_MINUTES } from "#server/domains/discovery/search/search-results.queries.ts";
import { DERIVED, ID, type MemberData, shown } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    search_preferences: { withheld: { [ID]: "member_id" }, erased: "member_id" },
    search_index: {
      withheld: {
        [DERIVED]: `member_id area h3_cell x y z gender age height looking_for interests want_gender want_age_min
          want_age_max is_demo active_on joined_on is_verified is_listed listed_at counted_week`,
      },
      erased: { phase: "profile" },
    },
    search_index_changes: {
      withheld: { [DERIVED]: "xid member_id changed_at" },
      kept: "tells the processes that the member is gone",
      // Transactions that others may not have seen yet stay.
      expires: sql`changed_at < now() - make_interval(mins => ${CHANGES_KEPT_MINUTES})
        and xid < pg_snapshot_xmin(pg_current_snapshot())`,
    },
    search_results: {
      withheld: { [ID]: "id viewer_id", [DERIVED]: "query_hash member_ids created_at used_at" },
      erased: { phase: "profile" },
      expires: sql`used_at <= now() - make_interval(mins => ${KEPT_MINUTES})`,
    },
  },
  export: {
    "preferences.json": {
      shows: shown(
        "search_preferences",
        `age_min age_max distance gender looking_for interests height_min height_max sort verified_only
          shared_times_only show_me_consent_version show_me_consented_at`,
      ),
      async read({ db }, me) {
        const { row, age } = await findSearchPreferences(db, me);
        return {
          ...presentSearchPreferences(row, age),
          showMeConsentVersion: row?.show_me_consent_version ?? null,
          showMeConsentedAt: row?.show_me_consented_at ?? null,
        };
      },
    },
  },
  close: { profile: ({ tx, id }) => deleteFromDiscovery(tx, id) },
};
