import { type ReactNode, useState } from "react";
import { lazyAdvice } from "#web/features/messages/lazy-advice.ts";
import { Confirm } from "#web/ui/confirm.tsx";

/**
 * "Are you sure?" before a message whose words may hurt. Asked once for each text while the conversation is open, and
 * not at all while the rules are not loaded: whoever sends never waits for them.
 */
export function useSendQuestion() {
  const [asked] = useState(() => new Set<string>());
  const [isOpen, setIsOpen] = useState(false);
  return {
    /** @returns whether the question is asked now, so that the text must not be sent yet */
    ask(text: string): boolean {
      if (asked.has(text) || lazyAdvice.read()?.isHarassing(text) !== true) return false;
      asked.add(text);
      setIsOpen(true);
      return true;
    },
    render: (send: () => void): ReactNode => (
      <Confirm
        open={isOpen}
        title="Are you sure?"
        text="These words could hurt. Your message has not been sent yet."
        confirmLabel="Send anyway"
        cancelLabel="Edit"
        onConfirm={() => {
          setIsOpen(false);
          send();
        }}
        onCancel={() => setIsOpen(false)}
      />
    ),
  };
}
