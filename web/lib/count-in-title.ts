import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** A page's title with what waits in front of it: '(3) Messages · Spotter'. */
export function prependCount(title: string, count: number): string {
  const plain = title.replace(COUNT, "");
  return count > 0 ? `(${count}) ${plain}` : plain;
}

/** Keeps a count in front of the title, whichever page sets it. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const put = (shown: number) => {
      const title = prependCount(document.title, shown);
      if (title !== document.title) document.title = title;
    };
    const observer = new MutationObserver(() => put(count));
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    put(count);
    return () => {
      observer.disconnect();
      put(0);
    };
  }, [count]);
}
