import { Fragment } from "react";
import css from "#web/features/crushes/match-celebration.module.css";
import { useMember } from "#web/features/members/member.queries.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { sharedInterests } from "#web/features/members/shared-interests.ts";

const SHOWN_MAX = 3;

/** What both are into and how far apart they are; nothing until it is known that they share something. */
export function SharedInterestsLine({ memberId }: { memberId: string }) {
  const mine = useOwnProfile().data?.profile.interests ?? [];
  const member = useMember(memberId).data;
  const shared = sharedInterests(mine, member?.user.profile.interests ?? []).slice(0, SHOWN_MAX);
  if (shared.length === 0) return null;
  const distance = member?.distance;
  const joint = (i: number) => (i === 0 ? "" : i === shared.length - 1 ? " and " : ", ");
  return (
    <>
      You're both into{" "}
      {shared.map((interest, i) => (
        <Fragment key={interest}>
          {joint(i)}
          <b className={css.shared}>{interest}</b>
        </Fragment>
      ))}
      {distance && `, ${distance.charAt(0).toLowerCase()}${distance.slice(1)} apart`}.
    </>
  );
}
