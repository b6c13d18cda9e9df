import { type MemberData, NOT_PERSONAL, OPERATORS } from "#server/domains/members/member-data/member-data.ts";
import { purgeEvidence, purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";

export const memberData: MemberData = {
  tables: {
    pending_uploads: { withheld: { [NOT_PERSONAL]: "key created_at is_expired" }, kept: "until the files are deleted" },
    evidence_images: {
      withheld: { [OPERATORS]: "key kept_since" },
      kept: "as long as a case or a decision needs the image",
      expires: (tx, ctx) => purgeEvidence(ctx, tx),
    },
  },
  expire: [purgePendingUploads],
};
