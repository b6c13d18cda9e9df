import { SendHorizontal } from "lucide-react";
import { useMember } from "#web/features/members/member.queries.ts";
import css from "#web/features/members/opener-list.module.css";
import { createOpeners } from "#web/features/members/openers.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { sharedInterests } from "#web/features/members/shared-interests.ts";
import { classNames } from "#web/ui/class-names.ts";

/**
 * Three first messages to a member; a press sends one. Their places are reserved until both profiles are loaded.
 * @param onSend called with the text
 */
export function OpenerList({
  memberId,
  onSend,
  className,
}: {
  memberId: string;
  onSend: (text: string) => void;
  className?: string | undefined;
}) {
  const [own, member] = [useOwnProfile(), useMember(memberId)];
  const isLoading = own.isPending || member.isPending;
  const theirs = member.data?.user.profile;
  const shared = sharedInterests(own.data?.profile.interests ?? [], theirs?.interests ?? []);
  return (
    <fieldset className={classNames(css.openers, className)} inert={isLoading}>
      <legend className={css.legend}>Say something worth answering</legend>
      {createOpeners(theirs?.prompts ?? [], shared).map((opener, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place stays, the text is filled in
        <button key={i} type="button" className={css.opener} onClick={() => onSend(opener)}>
          <span className={isLoading ? css.waiting : undefined}>{opener}</span>
          <SendHorizontal aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
