import type { ReactNode } from "react";
import css from "#web/ui/chip.module.css";
import { classNames } from "#web/ui/class-names.ts";

export function Chip({
  variant = "plain",
  size = "md",
  icon,
  className,
  children,
}: {
  variant?: "plain" | "volt" | "crush";
  size?: "md" | "sm";
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classNames(css.chip, variant !== "plain" && css[variant], size === "sm" && css.sm, className)}>
      {icon}
      {children}
    </span>
  );
}

export function PickChip({
  pressed,
  onPress,
  disabled = false,
  className,
  children,
}: {
  pressed: boolean;
  onPress: () => void;
  disabled?: boolean;
  className?: string | undefined;
  children: string;
}) {
  return (
    <button
      type="button"
      className={classNames(css.chip, css.pick, className)}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <span data-label={children}>{children}</span>
    </button>
  );
}
