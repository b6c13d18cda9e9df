import { coarseTexts, leveledSportText, partText } from "#contract/training/training-texts.ts";
import { ID, type MemberData, shown } from "#server/domains/members/member-data/member-data.ts";
import { partsOf } from "#server/domains/training/weeks/training.policy.ts";
import { findTraining } from "#server/domains/training/weeks/training.queries.ts";

export const memberData: MemberData = {
  tables: { training: { withheld: { [ID]: "member_id" }, erased: "member_id" } },
  export: {
    "training.json": {
      shows: shown(
        "training",
        `week:times sports is_shared consent_version consented_at changed_at counted_coarse:usedForMatching.times
          counted_sports:usedForMatching.sports counts_on:countsFrom`,
      ),
      async read({ db }, me) {
        const row = await findTraining(db, me);
        if (!row) return null;
        return {
          times: partsOf(row.week).map(partText),
          sports: row.sports.map(leveledSportText),
          isShared: row.is_shared,
          consentVersion: row.consent_version,
          consentedAt: row.consented_at,
          changedAt: row.changed_at,
          usedForMatching: {
            times: coarseTexts(row.counted_coarse),
            sports: row.counted_sports.map(leveledSportText),
          },
          countsFrom: row.counts_on,
        };
      },
    },
  },
};
