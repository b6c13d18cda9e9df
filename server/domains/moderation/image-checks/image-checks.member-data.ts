import { sql } from "kysely";
import { ID, IMAGE_METADATA, type MemberData, NOT_PERSONAL } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    image_checks: {
      withheld: {
        [ID]: "key decision_id",
        "counts restarts of the check": "attempts",
        [IMAGE_METADATA]: "pdq quality",
        "names a list that is not public, so that nobody can test pictures against it": "match",
        "names lists that are not public, so that nobody can test pictures against them": "shown_matches",
      },
      kept: "as long as the image, with whose files it is deleted",
    },
    unwanted_images: {
      withheld: { [NOT_PERSONAL]: "id pdq source reason decision_id holds_from added_at comparison_id" },
      kept: NOT_PERSONAL,
    },
    image_comparisons: {
      withheld: {
        [NOT_PERSONAL]: "id source hashes requested_at cursor images held claimed_by claimed_until finished_at",
      },
      kept: NOT_PERSONAL,
      // Their hashes stay.
      expires: sql`finished_at < now() - interval '30 days'`,
    },
  },
};
