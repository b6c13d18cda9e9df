import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { session } from "#web/lib/session.ts";
import { PageMeta } from "#web/ui/page-meta.tsx";

/**
 * Its buttons open the sign-up for visitors and navigate members to `data-to`; its links navigate without a page load.
 * @param prerendered the prerendered HTML, instead of `children`. It must not change, or React would replace the markup
 */
export function LandingFrame({
  onSignup,
  prerendered,
  children,
}: {
  onSignup: () => void;
  prerendered?: { readonly __html: string };
  children?: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>("[data-to], a");
    if (!control) return;
    const link = control.getAttribute("href");
    if (link !== null) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(link);
    } else if (session.read()) void navigate(control.dataset["to"] ?? "/browse");
    else onSignup();
  });
  useEffect(() => {
    const { current } = frame;
    current?.addEventListener("click", handleClick);
    return () => current?.removeEventListener("click", handleClick);
  }, []);
  return (
    <>
      <PageMeta
        whole
        title="Spotter · Where Strength Meets Chemistry"
        description="Dating for people who train. Send a crush, get one back, and meet at the rack."
      />
      <div ref={frame} id="landing" {...(prerendered ? { dangerouslySetInnerHTML: prerendered } : { children })} />
    </>
  );
}
