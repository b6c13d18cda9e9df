import css from "#web/domains/site/drawings/hero-drawing.module.css";

const SKIN = "var(--lifter)";
const SHADE = "var(--lifter-shade)";

/** Under the bar; two variants are drawn. */
export function Lifter() {
  return (
    <>
      <path d="M996 520h88v70h-88z" fill={SHADE} />
      <path
        d="M1000 556C976 590 930 590 906 628C888 660 946 730 962 850H1118C1136 730 1192 660 1174 628C1150 590 1104 590 1080 556C1066 584 1014 584 1000 556Z"
        fill={SKIN}
      />
      <path d="M1000 556C1004 612 1076 612 1080 556Z" fill={SHADE} />
      <path d="M926 654L884 776M1154 654L1200 776" stroke={SKIN} strokeWidth="84" />
      <path d="M884 782L930 622M1200 782L1166 622" stroke={SKIN} strokeWidth="62" />
      <path d="M916 760L944 664M1168 760L1150 664" stroke={SHADE} strokeWidth="6" />
      <path
        d="M962 604C978 596 986 592 994 588C1000 668 1080 668 1086 588C1094 592 1102 596 1118 604C1120 650 1134 690 1152 706L1134 850H946L928 706C946 690 960 650 962 604Z"
        fill="var(--iron)"
      />
      <path d="M1020 742h10l7-16 10 30 8-14h10" stroke="var(--crush)" strokeWidth="6" />
      <rect x="904" y="566" width="52" height="64" rx="23" fill={SKIN} />
      <rect x="1142" y="562" width="52" height="64" rx="23" fill={SKIN} />
      <path d="M912 582h32M910 596h36M912 610h32M1152 578h32M1152 592h36M1152 606h32" stroke={SHADE} strokeWidth="4" />
      <g transform="translate(1040 474) rotate(-8)">
        <Ponytail />
        <circle cx="-74" cy="20" r="17" fill={SKIN} />
        <circle cx="74" cy="18" r="17" fill={SHADE} />
        <path d="M-74-18C-74-80-42-98 0-98S74-80 74-18V16C74 72 36 104 0 104S-74 72-74 16Z" fill={SKIN} />
        <Fringe />
        <ShortHair />
        <g fill="var(--ink)">
          <ellipse cx="-28" cy="9" rx="6" ry="7.5" />
          <ellipse cx="38" cy="6" rx="6" ry="7.5" />
        </g>
        <path d="M4 8L-2 36q3 6 13 4" stroke={SHADE} strokeWidth="6" />
        <g fill="var(--crush)" opacity=".28">
          <circle cx="-46" cy="38" r="14" />
          <circle cx="50" cy="36" r="14" />
        </g>
        <path d="M-18 60q22 16 44-4" stroke="var(--auburn)" strokeWidth="7" />
      </g>
    </>
  );
}

function Ponytail() {
  return (
    <g className={css.lifterA}>
      <path d="M30-96C84-128 136-84 130-22C126 22 152 44 128 92C100 76 84 40 82-6Z" fill="var(--auburn-shade)" />
      <rect x="62" y="-92" width="26" height="40" rx="10" transform="rotate(24 75 -72)" fill="var(--crush)" />
    </g>
  );
}

function Fringe() {
  return (
    <g className={css.lifterA}>
      <path
        d="M-82 24C-96-70-62-116 2-118C66-118 92-74 82 24C80-4 74-30 58-44C36-34 6-44-12-66C-18-48-40-34-60-28C-72-18-78 0-82 22Z"
        fill="var(--auburn)"
      />
      <path d="M-12-66C-10-82-2-98 14-106" stroke="var(--auburn-shade)" strokeWidth="5" />
      <path d="M-52-56C-46-74-36-84-24-92M46-62C40-78 34-86 28-92" stroke="var(--auburn-shade)" strokeWidth="4" />
      <path d="M-50-10q16-12 32-4M20-14q16-8 30 4" stroke="var(--auburn)" strokeWidth="6" />
    </g>
  );
}

function ShortHair() {
  return (
    <g className={css.lifterB}>
      <path
        d="M-74 10V16C-74 72-36 104 0 104S74 72 74 16V8C68 34 58 44 44 44C28 44 16 42 4 42S-24 46-42 46C-58 46-68 34-74 10Z"
        fill="var(--stubble)"
      />
      <g fill="var(--brown)">
        <path d="M-80-2C-84-40-80-70-66-84H66C80-70 84-44 80-6C76-24 72-38 62-48H-62C-72-38-76-22-80-2Z" />
        {CURLS.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      <path
        d="M-50-84q6-18 24-16M-8-96q14-14 28 0M30-78q18-10 30 8M-26-66q12-12 26-2"
        stroke="var(--brown-shade)"
        strokeWidth="5"
      />
      <path d="M-52-12q16-12 34-5M18-16q18-8 34 3" stroke="var(--brown-shade)" strokeWidth="8" />
    </g>
  );
}

const CURLS = [
  [-60, -78, 28],
  [-28, -100, 30],
  [10, -108, 30],
  [46, -94, 30],
  [68, -66, 22],
  [-34, -58, 22],
  [4, -62, 24],
  [38, -60, 22],
] as const;
