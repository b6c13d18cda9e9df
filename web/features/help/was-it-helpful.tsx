import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useSyncExternalStore } from "react";
import css from "#web/features/help/article-view.module.css";
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

/** Asks whether an article was helpful. An answer can be changed. */
export function WasItHelpful({ articleId }: { articleId: string }) {
  const given = useAnswer(articleId);
  return (
    <section className={css.helpful} aria-labelledby="helpful">
      <div className={css.asked}>
        <h2 id="helpful" className={typography.strong}>
          Was this article helpful?
        </h2>
        <p role="status" className={classNames(typography.small, typography.muted)}>
          {given && THANKS[given]}
        </p>
      </div>
      <div className={css.answers}>
        {CHOICES.map(({ value, label, Icon }) => (
          <Button
            key={value}
            variant={given === value ? "solid" : "line"}
            icon={<Icon />}
            aria-pressed={given === value}
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

const listeners = new Set<() => void>();
const keyOf = (articleId: string): string => `helpful:${articleId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(articleId: string): Answer | undefined {
  const stored = sessionStorage.getItem(keyOf(articleId));
  return stored === "yes" || stored === "no" ? stored : undefined;
}

/** Keeps whether an article was helpful in this tab. Nobody is sent it: SPEC.md wants it kept only locally. */
function answer(articleId: string, given: Answer): void {
  sessionStorage.setItem(keyOf(articleId), given);
  for (const listener of listeners) listener();
}

/** What was answered about an article; undefined while nothing was. */
const useAnswer = (articleId: string): Answer | undefined =>
  useSyncExternalStore(
    subscribe,
    () => read(articleId),
    () => undefined,
  );
