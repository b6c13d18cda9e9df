import { Link } from "react-router";
import type { Text } from "#web/features/help/article.ts";
import css from "#web/features/help/article-view.module.css";
import { piecesOf } from "#web/features/help/text.ts";

/** A text of an article, its links to be followed. */
export const RichText = ({ text }: { text: Text }) =>
  piecesOf(text).map(({ words, to }, place) =>
    to === undefined ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
      <Link key={place} to={to} className={css.link}>
        {words}
      </Link>
    ),
  );
