import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { formatCrushes } from "#contract/words.ts";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import css from "#web/ui/button.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import typography from "#web/ui/typography.module.css";

interface ButtonProps {
  /** `crush` is for like, match and buy only; `done` shows that the action was used. */
  variant?: "crush" | "solid" | "line" | "quiet" | "text" | "danger" | "done";
  size?: "md" | "lg";
  wide?: boolean;
  icon?: ReactNode;
  /** Crushes that a press costs, shown with a plate. */
  cost?: number | undefined;
}

const buttonClass = ({ variant = "solid", size = "md", wide = false }: ButtonProps, className?: string): string =>
  classNames(css.button, css[variant], size === "lg" && css.lg, wide && css.wide, className);

function ButtonContent({ icon, cost, children }: Pick<ButtonProps, "icon" | "cost"> & { children: ReactNode }) {
  return (
    <>
      {icon && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
      {cost !== undefined && (
        <>
          <span className={css.cost} aria-hidden="true">
            <PlateGlyph size={16} />
            {cost}
          </span>
          <span className={typography.hidden}>{`, costs ${formatCrushes(cost)}`}</span>
        </>
      )}
    </>
  );
}

/** While `busy`, it shows that text and ignores presses, but keeps the focus, which `disabled` would lose. */
export function Button({
  variant,
  size,
  wide,
  icon,
  cost,
  busy,
  className,
  children,
  onClick,
  type: kind = "button",
  ...rest
}: ButtonProps & { busy?: string | undefined } & ComponentProps<"button">) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy === undefined) onClick?.(event);
    else event.preventDefault();
  };
  return (
    <button
      {...rest}
      type={kind}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
      onClick={handleClick}
      {...(busy !== undefined && { "aria-disabled": true })}
    >
      {busy === undefined ? (
        <ButtonContent icon={icon} cost={cost}>
          {children}
        </ButtonContent>
      ) : (
        <>
          <Spinner />
          {busy}
        </>
      )}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  cost,
  className,
  children,
  ...rest
}: ButtonProps & ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      <ButtonContent icon={icon} cost={cost}>
        {children}
      </ButtonContent>
    </Link>
  );
}
