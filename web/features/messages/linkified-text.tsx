import { useMemo } from "react";
import { parseLinks } from "#web/features/messages/link-parser.ts";
import css from "#web/features/messages/message-bubble.module.css";

/** A text as it was written, its addresses to be followed; the page there learns nothing of this one. */
export function LinkifiedText({ text }: { text: string }) {
  const pieces = useMemo(() => parseLinks(text), [text]);
  return pieces.map(({ text: words, href }, i) =>
    href === undefined ? (
      words
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
        key={i}
        dir="ltr"
        className={css.link}
        href={href}
        // A letter is written in another program: a new tab would stay empty.
        {...(!href.startsWith("mailto:") && { target: "_blank" })}
        rel="noopener nofollow noreferrer"
      >
        {words}
      </a>
    ),
  );
}
