import { useMemo } from "react";
import css from "#web/features/messages/bubble.module.css";
import { piecesOf } from "#web/features/messages/links.ts";

/** A text as it was written, its addresses to be followed; the page there learns nothing of this one. */
export function Linked({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
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
