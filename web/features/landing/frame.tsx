import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { session } from "#web/lib/session.ts";
import { PageMeta } from "#web/ui/page-meta.tsx";

/**
 * What moves on the landing page: its buttons open signup for visitors, and lead members to where they are already; its
 * links lead on without loading the document anew.
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
  const act = useEffectEvent((event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>("[data-to], a");
    if (!pressed) return;
    const link = pressed.getAttribute("href");
    if (link !== null) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(link);
    } else if (session.read()) void navigate(pressed.dataset["to"] ?? "/browse");
    else onSignup();
  });
  useEffect(() => {
    const { current } = frame;
    current?.addEventListener("click", act);
    return () => current?.removeEventListener("click", act);
  }, []);
  return (
    <>
      <PageMeta
        whole
        title="Spotter · Where Strength Meets Chemistry"
        description="Dating for people who train. Send a crush, get one back, and meet at the rack."
      />
      <div ref={frame} id="landing" {...(drawn ? { dangerouslySetInnerHTML: drawn } : { children })} />
    </>
  );
}
