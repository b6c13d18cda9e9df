import css from "#web/domains/site/onboarding/brand-screen.module.css";
import { heartbeatPath } from "#web/ui/brand/beat.ts";
import { Wordmark } from "#web/ui/brand/logo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export function BrandScreen({ heading = false }: { heading?: boolean }) {
  const Name = heading ? "h1" : "div";
  return (
    <div className={css.brand}>
      <svg className={css.drawing} viewBox="0 0 390 430" aria-hidden="true">
        <path
          d={`M-900 300${heartbeatPath(52, 64)}H1300`}
          fill="none"
          stroke="currentColor"
          strokeWidth="10"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <g transform="translate(90 20) scale(.72)">
          <path fill="currentColor" d="M429.8 124A140 140 0 1 0 429.8 192H294A34 34 0 0 1 294 124Z" />
          <path
            fill="var(--ink)"
            d="M349.5 305.9A140 140 0 0 1 82.2 388H218A34 34 0 0 0 218 320H82.2A140 140 0 0 1 153.3 229.9A158 158 0 0 0 349.5 305.9Z"
          />
        </g>
      </svg>
      <div className={css.name}>
        <Name>
          <Wordmark className={css.wordmark} />
        </Name>
        <p className={classNames(typography.display, css.tag)}>Where Strength Meets Chemistry</p>
      </div>
    </div>
  );
}
