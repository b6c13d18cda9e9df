import { useSearchParams } from "react-router";
import { findCategory } from "#web/domains/site/help/article.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { HelpCenter } from "#web/screens/help/help-center.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";

const DESCRIPTION =
  "Answers about Spotter: crushes and matches, training together, messages, your profile, safety, membership and your data.";

/** `?category=` selects a topic, `?q=` searches. */
export function Component() {
  const [params] = useSearchParams();
  // The prerendered page has no query parameters.
  const hydrated = useHydrated();
  const category = hydrated ? findCategory(params.get("category")) : undefined;
  return (
    <>
      <PageMeta title={category ? `${category.name} · Help` : "Help"} description={DESCRIPTION} />
      <HelpCenter category={category} hydrated={hydrated} />
    </>
  );
}
