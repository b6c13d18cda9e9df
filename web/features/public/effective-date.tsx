import { useHydrated } from "#web/lib/use-hydrated.ts";

/** The reader's own day, filled in by the browser; the HTML that is served says 'today'. */
export function EffectiveDate() {
  const hydrated = useHydrated();
  const day = new Date().toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric" });
  return (
    <p>
      Effective date: <time>{hydrated ? day : "today"}</time>
    </p>
  );
}
