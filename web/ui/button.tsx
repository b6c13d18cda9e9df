import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import css from "#web/ui/button.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import typography from "#web/ui/typography.module.css";

interface ButtonProps {
  /** `crush` is for like, match and buy only; `done` is what a spent action becomes. */
  variant?: "crush" | "solid" | "line" | "quiet" | "text" | "danger" | "done";
  size?: "md" | "lg";
  /** As wide as its container. */
  wide?: boolean;
  icon?: ReactNode;
  /** Crushes that a tap spends, said before it: 1 draws the plate and '1'. */
  cost?: number | undefined;
}

const buttonClass = ({ variant = "solid", size = "md", wide = false }: ButtonProps, className?: string): string =>
  classNames(css.button, css[variant], size === "lg" && css.lg, wide && css.wide, className);

function Inside({ icon, cost, children }: Pick<ButtonProps, "icon" | "cost"> & { children: ReactNode }) {
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
          <span className={typography.hidden}>{cost === 1 ? ", costs 1 crush" : `, costs ${cost} crushes`}</span>
        </>
      )}
    </>
  );
}

/** A button. While `busy` it shows that text and does nothing, but keeps the focus it had. */
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
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy === undefined) onClick?.(event);
    else event.preventDefault();
  };
  return (
    <button
      {...rest}
      type={kind}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
      onClick={press}
      {...(busy !== undefined && { "aria-disabled": true })}
    >
      {busy === undefined ? (
        <Inside icon={icon} cost={cost}>
          {children}
        </Inside>
      ) : (
        <>
          <Spinner />
          {busy}
        </>
      )}
    </button>
  );
}

/** A link that buttonClass like a button: for going somewhere. */
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
      <Inside icon={icon} cost={cost}>
        {children}
      </Inside>
    </Link>
  );
}
