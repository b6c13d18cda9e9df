import type { MemberSummary } from "#contract/schemas.ts";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import { InfiniteScrollSentinel } from "#web/lib/infinite-scroll-sentinel.tsx";
import css from "#web/screens/messages/list/sidebar.module.css";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

/** In a row that scrolls sideways. @param onMore loads the ones after them */
export function NewMatches({
  members,
  current,
  onMore,
}: {
  members: readonly MemberSummary[];
  current: string | undefined;
  onMore?: (() => void) | undefined;
}) {
  return (
    <ul className={css.matches}>
      {members.map((member) => (
        <li key={member._id}>
          <Link
            className={css.match}
            to={`/messages/${member._id}`}
            aria-current={member._id === current ? "page" : undefined}
          >
            <Avatar member={member} size={64} className={css.new} />
            <span className={typography.cut}>{member.username}</span>
          </Link>
        </li>
      ))}
      {onMore && (
        <li key={members.length} aria-hidden="true">
          <InfiniteScrollSentinel onNear={onMore} />
        </li>
      )}
    </ul>
  );
}
