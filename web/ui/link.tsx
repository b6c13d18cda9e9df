import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: To;
  replace?: boolean;
  state?: unknown;
  viewTransition?: boolean;
  /** Loads the page from the server. */
  reloadDocument?: boolean;
}

/** `Link` of React Router adds 3 KiB to every page, for prefetching that this app does not use. */
export function Link({
  to,
  replace,
  state,
  target,
  viewTransition,
  reloadDocument,
  onClick,
  children,
  ...props
}: LinkProps) {
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    state,
    ...(target !== undefined && { target }),
    ...(viewTransition !== undefined && { viewTransition }),
  });
  return (
    <a
      {...props}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !reloadDocument) navigate(event);
      }}
    >
      {children}
    </a>
  );
}
