import css from "#web/domains/site/drawings/hero-drawing.module.css";

const SKIN = "var(--spotter)";
const SHADE = "var(--spotter-shade)";

/** Behind the bar, with arms that reach down outside the lifter's grip; two variants are drawn. */
export function Spotter() {
  return (
    <>
      <Curls />
      <path d="M1088 310h84v116h-84z" fill={SHADE} />
      <path
        d="M1086 398C1050 410 1006 418 984 448C962 478 990 600 1000 850H1256C1262 600 1290 478 1268 448C1246 418 1202 410 1166 398C1150 432 1102 432 1086 398Z"
        fill="var(--volt)"
      />
      <path d="M944 540L884 584L858 606" stroke={SKIN} strokeWidth="58" />
      <path d="M1296 540L1308 606" stroke={SKIN} strokeWidth="62" />
      <path d="M1006 474L944 540M1246 474L1296 548" stroke="var(--volt)" strokeWidth="104" />
      <path
        d="M1006 500C1002 540 1000 560 1000 590M1246 500C1250 530 1250 560 1248 590"
        stroke="var(--volt-shade)"
        strokeWidth="5"
      />
      <g transform="translate(1134 234) rotate(10)">
        <circle cx="-74" cy="12" r="17" fill={SHADE} />
        <circle cx="76" cy="12" r="17" fill={SKIN} />
        <path d="M-76-20C-76-84-44-104 0-104S76-84 76-20V22C76 74 44 106 0 106S-76 74-76 22Z" fill={SKIN} />
        <BeardedHead />
        <CurlyHead />
        <path d="M-50 8q13 9 26 0M18 8q13 9 26 0" stroke="var(--hair-ink)" strokeWidth="5" />
        <path d="M-4 0L-10 26q4 6 14 4" stroke={SHADE} strokeWidth="6" />
        <path d="M-24 54Q0 62 24 52Q16 78-4 78Q-20 76-24 54Z" fill="var(--on-photo)" />
      </g>
    </>
  );
}

/** In front of the bar and the near plates. */
export function SpotterHands() {
  return (
    <>
      <rect x="842" y="574" width="50" height="62" rx="22" fill={SKIN} />
      <rect x="1280" y="566" width="48" height="62" rx="22" fill={SKIN} />
      <path d="M848 590h28M846 604h30M848 618h28M1290 582h30M1290 596h32M1290 610h30" stroke={SHADE} strokeWidth="4" />
    </>
  );
}

function BeardedHead() {
  return (
    <g className={css.spotterA} fill="var(--hair-ink)">
      <path d="M-76-6V22C-76 78-40 112 0 112S76 78 76 22V-6C70 20 62 34 40 34C22 34 14 30 0 30S-22 34-40 34C-62 34-70 20-76-6Z" />
      <path d="M-80-22C-84-96-50-120 0-120S84-96 80-22C74-44 66-58 56-62H-56C-66-58-74-44-80-22Z" />
      <path d="M-54-14q16-10 32-3M16-17q16-7 32 4" fill="none" stroke="var(--hair-ink)" strokeWidth="7" />
    </g>
  );
}

const CURLS = [
  [1072, 166, 38],
  [1114, 142, 38],
  [1164, 142, 40],
  [1204, 172, 38],
  [1218, 222, 36],
  [1222, 272, 34],
  [1208, 318, 34],
  [1052, 208, 36],
  [1044, 258, 36],
  [1048, 306, 34],
  [1070, 340, 32],
  [1180, 346, 32],
] as const;

function Curls() {
  return (
    <g className={css.spotterB} fill="var(--hair-ink)">
      {CURLS.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} />
      ))}
      <path d="M1060 170h150v160h-150z" />
    </g>
  );
}

function CurlyHead() {
  return (
    <g className={css.spotterB}>
      <path d="M-80-6C-92-74-56-116 0-116S92-74 80-6C76-30 66-46 52-56H-52C-66-46-76-30-80-6Z" fill="var(--hair-ink)" />
      <path d="M-68-54Q0-82 68-54" stroke="var(--crush)" strokeWidth="20" strokeLinecap="butt" />
      <path d="M-54-14q16-11 32-3M16-17q16-8 32 3" stroke="var(--hair-ink)" strokeWidth="6" />
      <circle cx="-46" cy="34" r="14" fill="var(--crush)" opacity=".28" />
      <circle cx="46" cy="34" r="14" fill="var(--crush)" opacity=".28" />
      <circle cx="-74" cy="36" r="6" fill="var(--volt)" />
    </g>
  );
}
