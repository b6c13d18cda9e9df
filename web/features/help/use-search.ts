import { useEffect, useState } from "react";
import type { Hit } from "#web/features/help/search-index.ts";

type Search = (typed: string) => Hit[];

let ready: Search | undefined;
let loading: Promise<Search> | undefined;

/** Loads what searches, once. A browser does not ask again for a script that has failed, until the page is loaded anew. */
export function loadSearch(): Promise<Search> {
  loading ??= import("#web/features/help/search-index.ts").then(({ search }) => {
    ready = search;
    return search;
  });
  return loading;
}

/** What searches, once it is there. */
export function useSearch() {
  const [search, setSearch] = useState<Search | undefined>(() => ready);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    loadSearch().then(
      (loaded) => gone || setSearch(() => loaded),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, []);
  return { search, failed };
}
