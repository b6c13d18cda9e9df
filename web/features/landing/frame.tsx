import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { session } from "#web/lib/session.ts";

/**
 * What moves on the landing page: its buttons open signup for visitors, and lead members to where they are already.
 * Its content never changes, so it is given either as elements or as the very HTML that the server drew.
 */
export function LandingFrame({ onSignup, ...content }: { onSignup: () => void } & Content) {
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
      <div ref={frame} id="landing" {...content} />
    </>
  );
}

type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
