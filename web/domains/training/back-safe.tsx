import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useBackQuestions } from "#web/domains/training/trusted-contacts.queries.ts";
import { askedAbout, chatNotices } from "#web/lib/chat-notices.ts";
import { useStore } from "#web/lib/store.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyRow = lazyModule(() => import("#web/domains/training/back-safe-row.tsx").then((file) => file.BackSafeRow));

/**
 * On every screen from the end of a shared date until it is answered, also on another device. Marks the conversation.
 * @param place below the app's header
 */
export function BackSafe({ place }: { place: HTMLElement | null }) {
  const questions = useBackQuestions();
  const userIds = questions.flatMap(({ userId }) => userId ?? []).join(" ");
  useEffect(() => {
    askedAbout.set(new Set(userIds.split(" ")));
    return () => askedAbout.set(new Set());
  }, [userIds]);
  const container = useStore(chatNotices) ?? place;
  const Row = useLazyModule(lazyRow, questions.length > 0, () => undefined);
  if (!container || questions.length === 0) return null;
  return createPortal(<LazyRender as={Row} questions={questions} />, container);
}
