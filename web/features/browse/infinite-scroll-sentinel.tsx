import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onNear` when this place comes within about two screens of view. A new key makes it look again. */
export function InfiniteScrollSentinel({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: "0px 0px 200% 0px" },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={place} />;
}
