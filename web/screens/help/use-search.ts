import { useEffect, useState } from "react";
import type { SearchHit } from "#web/screens/help/search-index.ts";

type Search = (typed: string) => SearchHit[];

let loadedSearch: Search | undefined;
let loading: Promise<Search> | undefined;

/** Once. Browsers cache a failed module import until the page is reloaded, so there is no retry. */
export function loadSearch(): Promise<Search> {
  loading ??= import("#web/screens/help/search-index.ts").then(({ search }) => {
    loadedSearch = search;
    return search;
  });
  return loading;
}

export function useSearch() {
  const [search, setSearch] = useState<Search | undefined>(() => loadedSearch);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    loadSearch().then(
      (loaded) => isUnmounted || setSearch(() => loaded),
      () => isUnmounted || setFailed(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return { search, failed };
}
