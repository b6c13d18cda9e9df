import { SendHorizontal } from "lucide-react";
import { useMember } from "#web/features/members/member.queries.ts";
import css from "#web/features/members/opener-list.module.css";
import { createOpeners } from "#web/features/members/openers.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { sharedInterests } from "#web/features/members/shared-interests.ts";
import { classNames } from "#web/ui/class-names.ts";

/** First messages to a member, of the general kind until both profiles are loaded. */
export function useOpeners(memberId: string): { readonly openers: readonly string[]; readonly isLoading: boolean } {
  const [own, member] = [useOwnProfile(), useMember(memberId)];
  const theirs = member.data?.user.profile;
  const shared = sharedInterests(own.data?.profile.interests ?? [], theirs?.interests ?? []);
  return { openers: createOpeners(theirs?.prompts ?? [], shared), isLoading: own.isPending || member.isPending };
}

interface OpenerButtonProps {
  opener: string;
  /** Reserves the place of a text that is not known yet. */
  isLoading?: boolean;
  onSend: (text: string) => void;
}

/** A message that a press sends. */
export const OpenerButton = ({ opener, isLoading = false, onSend }: OpenerButtonProps) => (
  <button type="button" className={css.opener} onClick={() => onSend(opener)}>
    <span className={isLoading ? css.waiting : undefined}>{opener}</span>
    <SendHorizontal aria-hidden="true" />
  </button>
);

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
  const { openers, isLoading } = useOpeners(memberId);
  return (
    <fieldset className={classNames(css.openers, className)} inert={isLoading}>
      <legend className={css.legend}>Say something worth answering</legend>
      {openers.map((opener, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place stays, the text is filled in
        <OpenerButton key={i} opener={opener} isLoading={isLoading} onSend={onSend} />
      ))}
    </fieldset>
  );
}
