import { useEffect, useRef, useState } from "react";
import css from "#web/features/support/newsletter-slot.module.css";
import { loadOptional } from "#web/lib/stale-chunks.ts";

/**
 * Loads the newsletter form when it is about to become visible, because the landing page should not wait for it. If it
 * cannot be loaded, for example because of a content blocker, the page does without.
 */
export function NewsletterSlot() {
  const slotRef = useRef<HTMLDivElement>(null);
  const [module, setModule] = useState<typeof import("#web/features/support/newsletter-box.tsx")>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void loadOptional(async () => (await import("#web/pwa/deferred-imports.ts")).loadNewsletterBox()).then(
          setModule,
        );
      },
      { rootMargin: "400px" },
    );
    if (slotRef.current) observer.observe(slotRef.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={slotRef} className={css.slot}>
      {module && <module.NewsletterBox />}
    </div>
  );
}
