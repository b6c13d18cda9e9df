import { POSES, type Pose } from "#contract/moderation/selfies.ts";
import { imageFile, jsonFile } from "#server/domains/members/member-data/archive.ts";
import { ID, type MemberData, ownRows } from "#server/domains/members/member-data/member-data.ts";
import { deleteVerificationsOf } from "#server/domains/moderation/verification/verification.service.ts";
import { purgeVerifications } from "#server/domains/moderation/verification/verification-decisions.service.ts";

const requests = ownRows<{ file: string | null; pose: Pose }>(
  "verification_requests",
  "image_key:file pose state is_live refusal created_at:startedAt submitted_at:sentAt decided_at",
  "created_at, id",
);

export const memberData: MemberData = {
  tables: { verification_requests: { withheld: { [ID]: "id member_id" }, erased: { phase: "profile" } } },
  export: {
    "verification.json": {
      showsIn: { "verification.json": requests.shows },
      /** The picture is there only while nobody has decided on it. */
      async *files(ctx, me) {
        const name = "verification/selfie.webp";
        const found = await requests.read(ctx, me);
        yield jsonFile(
          "verification.json",
          found.map(({ file, pose, ...rest }) => ({ file: file && name, pose: POSES[pose], ...rest })),
        );
        for (const { file: key } of found) if (key !== null) yield* imageFile(ctx, name, key);
      },
    },
  },
  close: { profile: ({ ctx, tx, id }) => deleteVerificationsOf(ctx, tx, id) },
  expire: [purgeVerifications],
};
