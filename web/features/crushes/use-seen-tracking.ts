import { useEffect, useEffectEvent, useRef } from "react";
import { useMarkCrushesSeen, useUnseenCrushCount } from "#web/features/crushes/crushes.queries.ts";

/** Notes the crushes on the screen as seen: on opening, with each one that arrives, and when a hidden tab is shown again. */
export function useSeenTracking(): void {
  const { mutate } = useMarkCrushesSeen();
  const unseen = useUnseenCrushCount() ?? 0;
  const opened = useRef(false);
  const see = useEffectEvent((count: number) => {
    if (document.visibilityState !== "visible" || (opened.current && count === 0)) return;
    opened.current = true;
    mutate();
  });
  const look = useEffectEvent(() => see(unseen));

  useEffect(() => see(unseen), [unseen]);

  useEffect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
}
