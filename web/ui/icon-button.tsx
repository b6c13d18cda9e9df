import type { ComponentProps } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/icon-button.module.css";

interface Look {
  /** What it does, for those who do not see the icon. */
  label: string;
  look?: "plain" | "line" | "photo";
}

const looks = (look: Look["look"] = "plain", className?: string): string =>
  classNames(css.icon, look !== "plain" && css[look], className);

/** A button that is only an icon, 44 by 44. */
export function IconButton({ label, look, className, type = "button", ...rest }: Look & ComponentProps<"button">) {
  return <button {...rest} type={type} aria-label={label} className={looks(look, className)} />;
}

/** A link that is only an icon, 44 by 44. */
export function IconLink({ label, look, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} aria-label={label} className={looks(look, className)} />;
}
