import css from "#web/console/console-link.module.css";
import { Link, type LinkProps } from "#web/ui/link.tsx";

/** Stands by itself, tall enough for a finger. */
export const ConsoleLink = (props: LinkProps) => <Link {...props} className={css.link} />;
