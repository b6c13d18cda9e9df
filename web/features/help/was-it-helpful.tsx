import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useSyncExternalStore } from "react";
import css from "#web/features/help/article-view.module.css";
import { createListeners } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const THANKS: Readonly<Record<Answer, string>> = {
  yes: "Thanks. Good to know that it helped.",
  no: "Thanks. Contact Support can tell you more.",
};

const CHOICES = [
  { value: "yes", label: "Yes", Icon: ThumbsUp },
  { value: "no", label: "No", Icon: ThumbsDown },
] as const;

export function WasItHelpful({ articleId }: { articleId: string }) {
  const answered = useAnswer(articleId);
  return (
    <section className={css.helpful} aria-labelledby="helpful">
      <div className={css.asked}>
        <h2 id="helpful" className={typography.strong}>
          Was this article helpful?
        </h2>
        <p role="status" className={classNames(typography.small, typography.muted)}>
          {answered && THANKS[answered]}
        </p>
      </div>
      <div className={css.answers}>
        {CHOICES.map(({ value, label, Icon }) => (
          <Button
            key={value}
            variant={answered === value ? "solid" : "line"}
            icon={<Icon />}
            aria-pressed={answered === value}
            onClick={() => answer(articleId, value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

type Answer = "yes" | "no";

const listeners = createListeners();
const storageKey = (articleId: string): string => `helpful:${articleId}`;

function read(articleId: string): Answer | undefined {
  const stored = sessionStorage.getItem(storageKey(articleId));
  return stored === "yes" || stored === "no" ? stored : undefined;
}

/** Stores the answer in session storage only: SPEC.md requires that it is not sent. */
function answer(articleId: string, value: Answer): void {
  sessionStorage.setItem(storageKey(articleId), value);
  listeners.notify();
}

/** The stored answer for an article; undefined if there is none. */
const useAnswer = (articleId: string): Answer | undefined =>
  useSyncExternalStore(
    listeners.subscribe,
    () => read(articleId),
    () => undefined,
  );
