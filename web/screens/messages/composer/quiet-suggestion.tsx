import { X } from "lucide-react";
import { useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { OpenerButton, useOpeners } from "#web/domains/members/opener-list.tsx";
import { useNow } from "#web/lib/use-now.ts";
import css from "#web/screens/messages/composer/quiet-suggestion.module.css";
import { IconButton } from "#web/ui/icon-button.tsx";

interface Props {
  userId: string;
  me: string;
  messages: readonly Message[];
  onSend: (text: string) => void;
}

const hiddenIds = new Set<string>();

/** After so much time without a message, a conversation is quiet. */
const QUIET_MS = 48 * HOUR_MS;
/** The talk is forgotten by then, and a suggestion that refers to nothing helps nobody. */
const OVER_MS = 30 * DAY_MS;

/** Nobody has written for a while, and an own last message would not become the third. */
export function isQuiet(messages: readonly Message[], me: string, now: number): boolean {
  const last = messages.at(-1);
  if (!last) return false;
  const silence = now - Date.parse(last.createdAt);
  const isPushy = messages.slice(-2).length === 2 && messages.slice(-2).every(({ sender }) => sender._id === me);
  return silence >= QUIET_MS && silence < OVER_MS && !isPushy;
}

/** A plan. Undefined if it was sent before. */
export function chooseSuggestion(openers: readonly string[], messages: readonly Message[]): string | undefined {
  return openers.findLast((opener) => messages.every(({ content }) => content !== opener));
}

/** After two days. */
export function QuietSuggestion(props: Props) {
  const { userId, me, messages } = props;
  const now = useNow();
  const [isHidden, setIsHidden] = useState(hiddenIds.has(userId));
  if (isHidden || !isQuiet(messages, me, now)) return null;
  const hide = () => {
    hiddenIds.add(userId);
    setIsHidden(true);
  };
  return <Suggestion {...props} onHide={hide} />;
}

function Suggestion({ userId, messages, onSend, onHide }: Props & { onHide: () => void }) {
  const { openers, isLoading } = useOpeners(userId);
  const suggestion = isLoading ? undefined : chooseSuggestion(openers, messages);
  if (suggestion === undefined) return null;
  return (
    <section className={css.suggestion} aria-labelledby="quiet">
      <div className={css.top}>
        <p id="quiet">It has been quiet. Pick it up again?</p>
        <IconButton label="Hide suggestion" onClick={onHide}>
          <X />
        </IconButton>
      </div>
      <OpenerButton opener={suggestion} onSend={onSend} />
    </section>
  );
}
