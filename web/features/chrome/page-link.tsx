import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";

/** Takes a click on a link to the part of the page that `name` is of, where that is on screen: the page glides there. */
export function glide(event: MouseEvent<HTMLAnchorElement>, name: string | undefined): void {
  const part = name && document.getElementById(name);
  if (!part || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  part.scrollIntoView({ behavior: calm ? "instant" : "smooth" });
  part.focus({ preventScroll: true });
}

/** A link to a page, or to a part of one. Where that part is on screen already, the page glides there. */
export function PageLink({ to, onClick, ...rest }: Omit<ComponentProps<typeof Link>, "to"> & { to: string }) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    glide(event, to.split("#")[1]);
  };
  return <Link {...rest} to={to} onClick={press} />;
}
