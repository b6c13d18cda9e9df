import { ballColour, brightness, CHALK, CRUSH, INK, LEATHER, VOLT, WHITE } from "./palette.ts";
import type { Scene } from "./scene-parts.ts";
import { racketStrings } from "./shapes.ts";
import { d, disc, ellipse, group, HEIGHT, layers, line, rect, repeat, ring, shape } from "./svg.ts";

export const racketAndBall: Scene = (s) =>
  layers(
    shape("M-200 1350L300 -40H1300V1350Z", s.dark),
    line("M-120 1350L420 -40M330 1350L700 -40M-60 760L1200 620", CHALK, 16),
    group(
      "translate(520 640) rotate(32)",
      ellipse(46, -120, 250, 330, INK, 'opacity=".2"'),
      rect(-8, 190, 96, 470, INK, 40, 'opacity=".2"'),
      line(racketStrings(232, 312, 42, -160), CHALK, 6),
      ellipse(0, -160, 240, 320, "none", `stroke="${s.pop}" stroke-width="42"`),
      shape("M-110 120L-34 330H34L110 120Q0 190 -110 120Z", s.pop),
      rect(-36, 320, 72, 340, INK, 26),
      repeat(6, (i) => line(`M-34 ${380 + i * 46}L34 ${350 + i * 46}`, WHITE, 6, 'opacity=".25"')),
    ),
    ellipse(860, 1120, 130, 34, INK, 'opacity=".28"'),
    disc(840, 1020, 122, ballColour(s)),
    line(
      "M748 938C810 990 810 1060 752 1106M932 938C870 990 870 1060 928 1106",
      ballColour(s) === CHALK ? VOLT : CHALK,
      15,
    ),
  );

export const courtFromAbove: Scene = (s) =>
  layers(
    rect(130, 90, 820, 1170, s.dark),
    line("M130 90H950V1260H130ZM230 90V1260M850 90V1260M230 370H850M230 980H850M540 370V980", CHALK, 13),
    rect(70, 664, 940, 22, INK, 8), // net
    repeat(24, (i) => rect(90 + i * 38, 640, 6, 60, CHALK, 0, 'opacity=".6"')),
    disc(716, 506, 92, INK, 'opacity=".25"'),
    disc(680, 460, 96, ballColour(s)),
    line("M608 396C656 440 656 486 610 526M752 396C704 440 704 486 750 526", CHALK, 12),
    line("M600 560C500 760 420 900 330 1120", s.pop, 12, 'stroke-dasharray="4 34"'),
  );

export const hoop: Scene = (s) => {
  const net = d`
    M396 580L450 830
    M684 580L630 830
    M470 580L520 830
    M610 580L560 830
    M540 580V830
    M410 640Q540 690 670 640
    M426 720Q540 764 654 720
    M442 800Q540 836 638 800`;
  const seams = d`
    M-230 0H230
    M0 -230V230
    M-163 -163C-62 -70 -62 70 -163 163
    M163 -163C62 -70 62 70 163 163`;
  return layers(
    shape("M0 0H1080V1350H0Z", s.field),
    shape("M0 1350L420 700H660L1080 1350Z", s.dark),
    rect(210, 110, 660, 480, CHALK, 18),
    `<rect x="228" y="128" width="624" height="444" rx="10" fill="none" stroke="${INK}" stroke-width="14"/>`,
    `<rect x="410" y="300" width="260" height="200" fill="none" stroke="${CRUSH}" stroke-width="18"/>`,
    line("M380 560H700", CRUSH, 34),
    line(net, brightness(s.field) > 225 ? INK : CHALK, 9),
    ellipse(300, 1240, 240, 34, INK, 'opacity=".3"'),
    group(
      "translate(300 1010) rotate(-22)",
      disc(0, 0, 230, LEATHER),
      shape("M0 -230A230 230 0 0 1 0 230C120 150 120 -150 0 -230Z", INK, 'opacity=".12"'),
      line(seams, INK, 13),
    ),
  );
};

export const threePointer: Scene = (s) => {
  const lines = d`
    M340 -20V540H740V-20
    M340 540A200 200 0 0 0 740 540
    M60 -20V260
    C60 760 300 960 540 960
    S1020 760 1020 260
    V-20`;
  return layers(
    shape("M0 0H1080V1350H0Z", s.dark),
    repeat(9, (i) => rect(i * 120, 0, 4, HEIGHT, INK, 0, 'opacity=".08"')), // boards
    rect(340, -20, 400, 560, s.field),
    line(lines, CHALK, 14),
    ring(540, 130, 60, CRUSH, 16),
    line("M430 60H650", INK, 18),
    line("M760 1130C720 760 620 520 556 210", s.pop, 12, 'stroke-dasharray="4 36"'),
    disc(784, 1158, 150, INK, 'opacity=".25"'),
    group(
      "translate(760 1120) rotate(20)",
      disc(0, 0, 150, LEATHER),
      line("M-150 0H150M0 -150V150M-106 -106C-40 -46 -40 46 -106 106M106 -106C40 -46 40 46 106 106", INK, 10),
    ),
  );
};
