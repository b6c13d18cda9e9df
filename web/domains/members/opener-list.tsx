import { SendHorizontal } from "lucide-react";
import type { PromptAnswer } from "#contract/schemas.ts";
import { useMember } from "#web/domains/members/member.queries.ts";
import css from "#web/domains/members/opener-list.module.css";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { sharedInterests } from "#web/domains/members/shared-interests.ts";
import { classNames } from "#web/ui/class-names.ts";

/** Longer answers are shortened at a word. */
const QUOTE_MAX = 60;

const ABOUT_ANSWER: Readonly<Record<string, (quote: string) => string>> = {
  "My ideal workout partner would...": (quote) => `${quote}: I might be that partner. What do you train?`,
  "My fitness goals are...": (quote) => `${quote}: how far along are you?`,
  "After the gym, you'll find me...": (quote) => `${quote} after the gym? Where do you go?`,
  "My favorite way to stay active is...": (quote) => `${quote}: how did you get into it?`,
  "I'm looking for someone who...": (quote) => `${quote}: I think I qualify. Want to find out?`,
  "My rest day looks like...": (quote) => `${quote} sounds like a good rest day. Any tips?`,
  "The best thing about fitness is...": (quote) => `${quote}: what got you started?`,
  "My gym pet peeve is...": (quote) => `${quote}: there must be a story behind that.`,
  "My proudest fitness achievement is...": (quote) => `${quote} is impressive. How long did it take?`,
  "My pre-workout ritual includes...": (quote) => `${quote}: does it help? I need to know.`,
};

/** For profiles that say little. */
const GENERAL = [
  "What's on your bar for leg day?",
  "What does a good week of training look like for you?",
  "I need a spot on Thursday. You in?",
];

function quote(answer: string): string {
  const text = answer.trim().replace(/[.!?…\s]+$/, "");
  if (text.length <= QUOTE_MAX) return `“${text}”`;
  const cut = text.slice(0, QUOTE_MAX);
  return `“${cut.slice(0, Math.max(cut.lastIndexOf(" "), QUOTE_MAX / 2))}…”`;
}

/** About an answer of theirs, about a shared interest, and a plan. @param shared interests that both have */
export function createOpeners(prompts: readonly PromptAnswer[], shared: readonly string[]): string[] {
  const [interest, other = interest] = shared;
  const answered = prompts.find(({ question, answer }) => question in ABOUT_ANSWER && answer.trim() !== "");
  const openers = [
    answered && ABOUT_ANSWER[answered.question]?.(quote(answered.answer)),
    interest && `We are both into ${interest}. What are you working on right now?`,
    other && `Up for ${other} together this week? You choose the day.`,
  ].filter((opener) => opener !== undefined && opener !== "");
  return [...openers, ...GENERAL].slice(0, GENERAL.length) as string[];
}

/** General ones until both profiles are loaded. */
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

export const OpenerButton = ({ opener, isLoading = false, onSend }: OpenerButtonProps) => (
  <button type="button" className={css.opener} onClick={() => onSend(opener)}>
    <span className={isLoading ? css.waiting : undefined}>{opener}</span>
    <SendHorizontal aria-hidden="true" />
  </button>
);

/** A press sends one. Their places are reserved until both profiles are loaded. @param onSend called with the text */
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
