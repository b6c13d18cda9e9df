import { useEffect, useRef, useState } from "react";
import css from "#web/features/support/newsletter-slot.module.css";
import { loadOptional } from "#web/lib/stale-chunks.ts";

/**
 * The newsletter's box, which comes when its place is about to be seen: the landing page does not wait for it. Where it does not
 * come, as behind a program that takes newsletters out of pages, the page does without.
 */
export function NewsletterSlot() {
  const place = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<typeof import("#web/features/support/newsletter-box.tsx")>();
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        void loadOptional(async () => (await import("#web/pwa/deferred-imports.ts")).loadNewsletterBox()).then(setBox);
      },
      { rootMargin: "400px" },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={css.slot}>
      {box && <box.NewsletterBox />}
    </div>
  );
}
