import drawing from "#web/features/landing/hero-drawing.module.css";
import { HeroDrawing } from "#web/features/landing/hero-drawing.tsx";
import { OUTLINES, TAGLINE } from "#web/pwa/og-image-glyphs.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 72;
/** Of the tagline, in pixels. */
const SIZE = 56;
const LINE = 60;
const BASELINE = 232;

/** Of the two spotters, lifters and bars in the hero, one each. */
const HIDDEN = [drawing["spotterB"], drawing["lifterB"], drawing["narrow"]].map((name) => `.${name}`).join();

/** The hero with the brand's name and words, as outlines: what a shared address is shown with. */
export function OgImage() {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <style>{`${HIDDEN}{display:none}`}</style>
      <rect width={WIDTH} height={HEIGHT} fill="var(--bg)" />
      <svg x="0" y="-26" width={WIDTH} height="697" aria-hidden="true">
        <HeroDrawing />
      </svg>
      <svg x={LEFT} y="64" width="268" height="56" viewBox="30 -720 4447 930" color="var(--text)" aria-hidden="true">
        <use href="#wordmark" />
      </svg>
      {TAGLINE.map((letters, line) => (
        <g
          key={letters.length}
          fill="var(--text)"
          transform={`translate(${LEFT} ${BASELINE + line * LINE}) scale(${SIZE / 1000})`}
        >
          {letters.map(([letter, x]) => (
            <path key={x} transform={`translate(${x})`} d={OUTLINES[letter]} />
          ))}
        </g>
      ))}
    </svg>
  );
}
