import { type ComponentProps, useEffect } from "react";
import { useLocation } from "react-router";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { useTraining } from "#web/screens/profile-editor/training/training.queries.ts";
import css from "#web/screens/profile-editor/training/training-form.module.css";
import { TrainingForm } from "#web/screens/profile-editor/training/training-form.tsx";
import { describeWeek } from "#web/screens/profile-editor/training/week-texts.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

/** Shows a skeleton or an error meanwhile. */
export function TrainingEditor(props: Omit<ComponentProps<typeof TrainingForm>, "week">) {
  const { data: week, isError, refetch } = useStickyError(useTraining());
  useScrollToPanel();
  if (week !== undefined) return <TrainingForm {...props} week={week} />;
  if (isError) return <InlineError message="Your week did not load." onRetry={() => void refetch()} />;
  return (
    <Delayed>
      <div className={css.form}>
        <Skeleton style={{ width: 160, height: 24 }} />
        <Skeleton style={{ height: 376, borderRadius: "var(--r-control)" }} />
        <Skeleton style={{ height: 52, borderRadius: "var(--r-control)" }} />
      </div>
    </Delayed>
  );
}

/** For links to `/profile#my-week`, once the panel has its height. */
function useScrollToPanel(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const panel = document.getElementById("my-week");
    // A link that is followed again is another entry.
    if (hash !== "#my-week" || !panel || !key) return;
    panel.scrollIntoView({ block: "start" });
    panel.focus({ preventScroll: true });
  }, [hash, key]);
}

export function TrainingSummary() {
  const { data: week } = useTraining();
  if (week === undefined) return null;
  return week ? describeWeek(week.parts) || "Levels only" : "Say when you train";
}
