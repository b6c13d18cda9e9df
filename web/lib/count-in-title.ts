import { useEffect } from "react";

const COUNT = /^\(\d+\+?\) /;

/** '(3) Messages · Spotter', or '(99+) …' as on a badge. */
export function prependCount(title: string, count: number): string {
  const plain = title.replace(COUNT, "");
  return count > 0 ? `(${count > 99 ? "99+" : count}) ${plain}` : plain;
}

/** Keeps the count in front of the title while pages change it. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    const update = (shown: number) => {
      const title = prependCount(document.title, shown);
      if (title !== document.title) document.title = title;
    };
    const observer = new MutationObserver(() => update(count));
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    update(count);
    return () => {
      observer.disconnect();
      update(0);
    };
  }, [count]);
}
