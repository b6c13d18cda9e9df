import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/spinner.module.css";

/** Turns while something is on its way, in the text's colour. What that is, words beside it say. */
export const Spinner = ({ small }: { small?: boolean }) => (
  <span className={classNames(css.spinner, small && css.small)} aria-hidden="true" />
);
