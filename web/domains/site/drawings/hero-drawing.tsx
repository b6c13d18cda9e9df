import { EdgePlate } from "#web/domains/site/drawings/edge-plate.tsx";
import css from "#web/domains/site/drawings/hero-drawing.module.css";
import { Lifter } from "#web/domains/site/drawings/lifter.tsx";
import { Spotter, SpotterHands } from "#web/domains/site/drawings/spotter.tsx";
import { heartbeatPath } from "#web/ui/brand/beat.ts";

const CHALK = [
  [876, 528, 5],
  [858, 506, 3],
  [834, 534, 4],
  [844, 664, 4],
  [832, 694, 6],
  [1326, 664, 5],
  [1302, 690, 3],
  [1330, 716, 4],
] as const;

/**
 * The right part of the bar, shared by both shapes; the left part is a heartbeat whose position depends on the width.
 */
const BAR_END = "700 618Q1060 566 1460 622L2400 690";

/**
 * A heartbeat becomes the barbell. It contains two spotters and two lifters; `data-pair` of `<html>`, set before the
 * first paint, selects which are shown.
 */
export function HeroDrawing() {
  return (
    <svg className={css.drawing} viewBox="0 0 1440 836" aria-hidden="true">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <EdgePlate x={1352} y={604} width={46} height={348} />
        <EdgePlate x={1402} y={606} width={42} height={348} />
        <EdgePlate x={1448} y={608} width={30} height={230} />
        <Spotter />
        <g stroke="var(--crush)" strokeWidth="14">
          <path className={css.wide} d={`M-900 690${heartbeatPath(300, 104)}H560C620 690 640 622 ${BAR_END}`} />
          <path className={css.narrow} d={`M-900 650${heartbeatPath(556, 74)}C684 640 690 620 ${BAR_END}`} />
        </g>
        <EdgePlate x={700} y={617} width={22} height={130} fill="var(--volt)" rim="var(--volt-shade)" />
        <EdgePlate x={726} y={614} width={36} height={250} />
        <EdgePlate x={766} y={611} width={46} height={348} />
        <g fill="var(--steel)">
          <rect x="816" y="588" width="20" height="44" rx="5" />
          <rect x="1328" y="580" width="20" height="44" rx="5" />
        </g>
        <SpotterHands />
        <Lifter />
        <g fill="var(--dust)">
          {CHALK.map(([x, y, r]) => (
            <circle key={x} cx={x} cy={y} r={r} />
          ))}
        </g>
      </g>
    </svg>
  );
}
