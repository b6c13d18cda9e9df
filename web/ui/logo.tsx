import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/logo.module.css";

/** The brand's name; a slotted plate is its o. Height comes from `className`. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="30 -720 4447 930" width="182" height="38" role="img" aria-label="Spotter">
      <g fill="currentColor">
        <path d="M460 12Q373 12 298 2Q223 -9 167 -34Q111 -59 79 -104Q47 -149 47 -218Q47 -220 47 -224Q47 -227 48 -231H268Q267 -227 267 -223Q267 -219 267 -215Q267 -185 288 -168Q310 -151 349 -145Q388 -138 440 -138Q461 -138 484 -139Q506 -140 527 -143Q549 -147 565 -152Q582 -158 593 -168Q603 -178 603 -192Q603 -212 580 -223Q557 -234 518 -241Q480 -247 432 -253Q383 -258 332 -266Q280 -274 232 -289Q184 -303 145 -328Q106 -352 84 -391Q61 -429 61 -485Q61 -542 91 -583Q120 -624 172 -649Q224 -675 293 -688Q362 -700 440 -700Q520 -700 587 -688Q655 -676 705 -650Q755 -625 783 -586Q811 -546 811 -491V-478H592V-484Q592 -505 577 -520Q561 -536 530 -546Q498 -555 450 -555Q396 -555 361 -549Q326 -542 310 -530Q293 -519 293 -505Q293 -486 316 -475Q338 -464 377 -458Q416 -452 464 -446Q512 -441 564 -433Q615 -425 663 -412Q711 -398 750 -374Q789 -350 812 -314Q835 -277 835 -223Q835 -140 786 -88Q737 -36 652 -12Q568 12 460 12Z" />
        <path d="M918 195V-528H1083L1100 -446H1109Q1149 -498 1203 -519Q1256 -540 1316 -540Q1395 -540 1459 -510Q1522 -481 1559 -420Q1596 -359 1596 -264Q1596 -169 1559 -108Q1522 -47 1459 -18Q1397 12 1318 12Q1287 12 1252 5Q1217 -2 1185 -18Q1153 -34 1130 -60H1122V195ZM1255 -135Q1301 -135 1330 -151Q1359 -167 1374 -194Q1388 -222 1388 -255V-273Q1388 -307 1374 -334Q1359 -362 1330 -377Q1300 -393 1254 -393Q1209 -393 1179 -376Q1149 -360 1135 -332Q1121 -303 1121 -267V-261Q1121 -234 1129 -211Q1137 -188 1154 -171Q1170 -154 1195 -145Q1221 -135 1255 -135Z" />
        <g transform="translate(-182)">
          <path d="M2736 12Q2668 12 2619 -2Q2571 -17 2546 -54Q2520 -90 2520 -157V-395H2416V-528H2528L2568 -686H2725V-528H2874V-395H2725V-201Q2725 -162 2742 -142Q2758 -121 2809 -121H2874V-7Q2860 -2 2834 3Q2808 7 2782 10Q2755 12 2736 12Z" />
          <path d="M3239 12Q3171 12 3122 -2Q3074 -17 3049 -54Q3023 -90 3023 -157V-395H2919V-528H3031L3071 -686H3228V-528H3377V-395H3228V-201Q3228 -162 3245 -142Q3261 -121 3312 -121H3377V-7Q3363 -2 3337 3Q3311 7 3285 10Q3258 12 3239 12Z" />
          <path d="M2416-528H3377V-395H2416Z" />
          <path d="M3803 12Q3692 12 3610 -17Q3527 -46 3481 -108Q3435 -169 3435 -264Q3435 -357 3480 -418Q3526 -480 3606 -510Q3687 -540 3794 -540Q3906 -540 3986 -510Q4067 -481 4110 -421Q4153 -360 4153 -267V-227H3649Q3651 -187 3670 -161Q3688 -135 3723 -123Q3757 -110 3805 -110Q3833 -110 3858 -116Q3882 -122 3900 -132Q3919 -143 3929 -157Q3939 -170 3940 -187H4151Q4151 -139 4124 -102Q4097 -65 4050 -39Q4003 -14 3939 -1Q3876 12 3803 12ZM3650 -326H3934Q3934 -346 3925 -363Q3915 -379 3898 -391Q3881 -404 3856 -410Q3832 -417 3802 -417Q3756 -417 3724 -406Q3692 -394 3673 -373Q3655 -352 3650 -326Z" />
          <path d="M4235 0V-528H4400L4414 -440H4423Q4440 -474 4466 -496Q4491 -518 4522 -530Q4554 -541 4587 -541Q4608 -541 4626 -538Q4644 -535 4661 -528V-373H4566Q4533 -373 4509 -362Q4485 -352 4470 -334Q4454 -316 4446 -292Q4439 -268 4439 -241V0Z" />
        </g>
      </g>
      <path
        fill="var(--crush)"
        transform="translate(1922 -264) rotate(-45)"
        d="M280.9 -25A282 282 0 1 0 280.9 25L88.5 25A92 92 0 1 1 88.5 -25Z"
      />
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

/** Two stacked plates that make an S, on a square. `--symbol-plate` changes the upper one's colour. */
function BrandSymbol({ size = 40, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 512 512" width={size} height={size} aria-hidden="true">
      <Plates />
    </svg>
  );
}

/** Symbol and name, as in the app's header. */
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

// Under its own name it would hide the language's Symbol in this file.
export { BrandSymbol as Symbol };
