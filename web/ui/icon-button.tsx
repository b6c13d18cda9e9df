import type { ComponentProps } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/icon-button.module.css";
import { Link } from "#web/ui/link.tsx";

interface IconButtonProps {
  label: string;
  variant?: "plain" | "line" | "photo";
}

const iconClass = (variant: IconButtonProps["variant"] = "plain", className?: string): string =>
  classNames(css.icon, variant !== "plain" && css[variant], className);

/** A button that is only an icon, 44 by 44. */
export function IconButton({
  label,
  variant,
  className,
  type = "button",
  ...rest
}: IconButtonProps & ComponentProps<"button">) {
  return <button {...rest} type={type} aria-label={label} className={iconClass(variant, className)} />;
}

export function IconLink({ label, variant, className, ...rest }: IconButtonProps & ComponentProps<typeof Link>) {
  return <Link {...rest} aria-label={label} className={iconClass(variant, className)} />;
}
