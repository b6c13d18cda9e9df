import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onNear` when it comes within about two screens of the viewport. A new `key` makes it check again. */
export function InfiniteScrollSentinel({ onNear }: { onNear: () => void }) {
  const sentinelRef = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: "0px 0px 200% 0px" },
    );
    if (sentinelRef.current) observer.observe(sentinelRef.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={sentinelRef} />;
}
