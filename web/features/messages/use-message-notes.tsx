import { type ReactNode, use, useCallback, useMemo } from "react";
import type { Message } from "#contract/messages.ts";
import { adviceStore, useConversationAdvice } from "#web/features/messages/advice-store.ts";
import { lazyAdvice } from "#web/features/messages/lazy-advice.ts";
import { ReportMessageContext } from "#web/features/messages/use-message-actions.tsx";
import { useLazyModule } from "#web/ui/lazy-module.ts";

/** Renders what stands under a received message: advice, and the question whether it bothers. */
export function useMessageNotes(
  userId: string,
  me: string,
  messages: readonly Message[],
): (message: Message | undefined) => ReactNode {
  // Nothing is missed if it does not load.
  const advice = useLazyModule(lazyAdvice, false, () => undefined);
  const conversation = useConversationAdvice(userId);
  const report = use(ReportMessageContext);
  const notes = useMemo(() => advice?.findNotes(messages, me, conversation), [advice, messages, me, conversation]);
  return useCallback(
    (message) => {
      const note = message && notes?.get(message._id);
      if (!advice || !note) return undefined;
      return (
        <advice.MessageNotes
          note={note}
          onHide={(caution) => adviceStore.add(userId, { hidden: [caution] })}
          onReport={report && (() => report(message))}
          onTolerate={() => adviceStore.add(userId, { answeredSeq: message.seq })}
        />
      );
    },
    [advice, notes, report, userId],
  );
}
