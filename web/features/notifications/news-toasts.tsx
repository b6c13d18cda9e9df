import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { aboutOf, KINDS, type News, showNews } from "#web/features/notifications/news.ts";
import { sayNews } from "#web/features/notifications/news-said.ts";
import { hush, toast } from "#web/ui/toast.tsx";

function show(all: readonly News[]): void {
  for (const news of all) {
    const about = aboutOf(news);
    const way = (
      <Link to={news.to} onClick={() => hush(about)}>
        {news.way}
      </Link>
    );
    toast(news.words, "news", about, way);
  }
  sayNews(all.map(({ words }) => words).join(". "));
}

/**
 * Shows as toasts what a member is told while they look at this tab; mounted once, while somebody is logged in.
 * @param isShown whether the screen itself shows it
 */
export function NewsToasts({ isShown }: { isShown: (news: News) => boolean }) {
  const cache = useQueryClient();
  const ask = useEffectEvent(isShown);
  useEffect(() => {
    const stop = showNews({ cache, show, isShown: (news) => ask(news) });
    return () => {
      stop();
      // They name others, and the login is over.
      for (const kind of KINDS) hush(kind);
    };
  }, [cache]);
  return null;
}
