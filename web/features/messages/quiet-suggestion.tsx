import { X } from "lucide-react";
import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { OpenerButton, useOpeners } from "#web/features/members/opener-list.tsx";
import { chooseSuggestion, isQuiet } from "#web/features/messages/quiet-chat.ts";
import css from "#web/features/messages/quiet-suggestion.module.css";
import { useNow } from "#web/lib/relative-time.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface Props {
  userId: string;
  me: string;
  messages: readonly Message[];
  onSend: (text: string) => void;
}

/** Conversations whose suggestion was hidden in this tab. */
const hiddenIds = new Set<string>();

/** One message to send when a conversation has been quiet for two days. */
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
