import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";

/** A link to a page, or to a part of one. Where that part is on screen already, the page glides there. */
export function PageLink({ to, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "to"> & { to: string }) {
  const glide = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const name = to.split("#")[1];
    const part = name && document.getElementById(name);
    if (!part || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part.scrollIntoView({ behavior: calm ? "instant" : "smooth" });
    part.focus({ preventScroll: true });
  };
  return <Link {...rest} to={to} onClick={glide} />;
}
