import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/spinner.module.css";

/** Hidden from screen readers: show a text beside it. */
export const Spinner = ({ small }: { small?: boolean }) => (
  <span className={classNames(css.spinner, small && css.small)} aria-hidden="true" />
);
