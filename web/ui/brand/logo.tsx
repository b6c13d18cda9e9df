import css from "#web/ui/brand/logo.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** The outlines are in `index.html`. `className` sets the height. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="30 -720 4447 930" width="182" height="38" role="img" aria-label="Spotter">
      <use href="#wordmark" />
    </svg>
  );
}

function Plates() {
  return (
    <>
      <path fill="var(--symbol-plate, var(--crush))" d="M429.8 124A140 140 0 1 0 429.8 192H294A34 34 0 0 1 294 124Z" />
      <path
        fill="currentColor"
        d="M349.5 305.9A140 140 0 0 1 82.2 388H218A34 34 0 0 0 218 320H82.2A140 140 0 0 1 153.3 229.9A158 158 0 0 0 349.5 305.9Z"
      />
    </>
  );
}

/** `--symbol-plate` sets the colour of the upper plate. */
function BrandSymbol({ size = 40, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 512 512" width={size} height={size} aria-hidden="true">
      <Plates />
    </svg>
  );
}

export function AppMark({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames(css.mark, className)}>
      <svg width="22" height="28" viewBox="76 18 364 476" aria-hidden="true">
        <Plates />
      </svg>
      Spotter
    </span>
  );
}

// Declared under another name, so that it does not shadow the global `Symbol` in this file.
export { BrandSymbol as Symbol };
