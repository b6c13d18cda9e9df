import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { session } from "#web/lib/session.ts";

/**
 * What moves on the landing page: its buttons open signup for visitors, and lead members to where they are already.
 * @param drawn instead of children: the HTML that stands here already, as the build drew it. It never changes
 */
export function LandingFrame({
  onSignup,
  drawn,
  children,
}: {
  onSignup: () => void;
  drawn?: { readonly __html: string };
  children?: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const act = useEffectEvent((event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-to]");
    if (!button) return;
    if (session.read()) void navigate(button.dataset["to"] ?? "/browse");
    else onSignup();
  });
  useEffect(() => {
    const { current } = frame;
    current?.addEventListener("click", act);
    return () => current?.removeEventListener("click", act);
  }, []);
  return (
    <>
      <title>Spotter · Where Strength Meets Chemistry</title>
      <div ref={frame} id="landing" {...(drawn ? { dangerouslySetInnerHTML: drawn } : { children })} />
    </>
  );
}
