import { UserRound } from "lucide-react";
import { NOT_SEEN_WITHOUT_GENDER } from "#contract/members/catalog.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeLine } from "#web/ui/notice-line.tsx";

/** Says what an open gender costs, until it is chosen. */
export function GenderNotice({ className }: { className?: string | undefined }) {
  const { data: own } = useOwnProfile();
  return (
    <NoticeLine open={own?.profile.gender === ""} icon={<UserRound aria-hidden="true" />} className={className}>
      {NOT_SEEN_WITHOUT_GENDER} until you <Link to="/profile#gender">add your gender</Link>.
    </NoticeLine>
  );
}
