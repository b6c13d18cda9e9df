import type { Figure, Kit } from "./figure.ts";
import { INK } from "./palette.ts";
import { d, layers, line, rect, shape, WIDTH } from "./svg.ts";

// Neck, shoulders and kit, in page space. The frame crops the arms; nothing below the chest is shown.

const X = WIDTH / 2;

/** Half widths of a figure's neck and shoulders. */
export const build = ({ feminine }: Figure) => (feminine ? { neck: 80, shoulder: 356 } : { neck: 108, shoulder: 430 });

/** `defs` holds the clip paths of body and cloth. */
export function torso(p: Figure): { defs: string; body: string } {
  const { id, skin } = p;
  const { neck, shoulder } = build(p);
  const outline = bodyOutline(neck, shoulder);
  const cloth = CLOTHES[p.kit](p);
  const chin = p.feminine ? 815 : 830;
  const chinShadow = shape(`M${X - neck - 20} 640V735Q${X} ${chin} ${X + neck + 20} 735V640Z`, skin.shade);
  const collarbones = d`
    M${X - neck * 1.7} 908Q${X - 60} 912 ${X - 30} 940
    M${X + neck * 1.7} 908Q${X + 60} 912 ${X + 30} 940`;
  const armCreases = d`
    M${X - shoulder * 0.72} 1350Q${X - shoulder * 0.74} 1200 ${X - shoulder * 0.66} 1120
    M${X + shoulder * 0.72} 1350Q${X + shoulder * 0.74} 1200 ${X + shoulder * 0.66} 1120`;
  const shadePlane = d`
    M${X + p.turn * 0.6 + 30} 620
    L${X + 40} 860
    C${X + 60} 1000 ${X + 30} 1200 ${X + 60} 1360
    H1080
    V620Z`;
  const dressed = layers(
    chinShadow,
    line(collarbones, skin.shade, 10),
    cloth.piece,
    cloth.details,
    `<g clip-path="url(#${id}c)">${emblem(p, shoulder)}</g>`,
    line(armCreases, INK, 9, 'opacity=".25"'),
    shape(shadePlane, INK, 'opacity=".14"'),
    chinShadow, // once more, over the collar
  );
  return {
    defs: `<clipPath id="${id}b"><path d="${outline}"/></clipPath><clipPath id="${id}c">${cloth.piece}</clipPath>`,
    body: `${shape(outline, skin.base)}<g clip-path="url(#${id}b)">${dressed}</g>`,
  };
}

const bodyOutline = (neck: number, shoulder: number) => d`
  M${X - neck} 640
  V800
  C${X - neck - 6} 850 ${X - neck - 60} 872 ${X - shoulder * 0.66} 902
  C${X - shoulder * 0.93} 932 ${X - shoulder} 1000 ${X - shoulder - 10} 1110
  L${X - shoulder - 40} 1360
  H${X + shoulder + 40}
  L${X + shoulder + 10} 1110
  C${X + shoulder} 1000 ${X + shoulder * 0.93} 932 ${X + shoulder * 0.66} 902
  C${X + neck + 60} 872 ${X + neck + 6} 850 ${X + neck} 800
  V640Z`;

/** The main piece, which the emblem is clipped to, and what lies on it. */
interface Cloth {
  piece: string;
  details: string;
}

const tank = (p: Figure): Cloth => {
  const { shoulder } = build(p);
  const strap = shoulder * 0.5;
  const armhole = shoulder * 0.7;
  const piece = d`
    M${X - strap} 860
    L${X - strap + 74} 850
    C${X - strap + 90} 1010 ${X - 60} 1040 ${X} 1040
    S${X + strap - 90} 1010 ${X + strap - 74} 850
    L${X + strap} 860
    C${X + strap + 6} 1010 ${X + armhole - 20} 1090 ${X + armhole} 1150
    V1360
    H${X - armhole}
    V1150
    C${X - armhole + 20} 1090 ${X - strap - 6} 1010 ${X - strap} 860Z`;
  return { piece: shape(piece, p.scheme.top), details: "" };
};

const racer = (p: Figure): Cloth => {
  const { shoulder } = build(p);
  const strap = shoulder * 0.5;
  const armhole = shoulder * 0.7;
  const piece = d`
    M${X - strap + 34} 860
    L${X - strap + 84} 856
    C${X - strap + 100} 1040 ${X - 50} 1076 ${X} 1076
    S${X + strap - 100} 1040 ${X + strap - 84} 856
    L${X + strap - 34} 860
    C${X + strap - 20} 1030 ${X + armhole - 20} 1100 ${X + armhole + 4} 1170
    V1360
    H${X - armhole - 4}
    V1170
    C${X - armhole + 20} 1100 ${X - strap + 20} 1030 ${X - strap + 34} 860Z`;
  const neckline = d`
    M${X - strap + 88} 880
    C${X - strap + 104} 1036 ${X - 50} 1068 ${X} 1068
    S${X + strap - 104} 1036 ${X + strap - 88} 880`;
  return { piece: shape(piece, p.scheme.top), details: line(neckline, p.scheme.trim, 13) };
};

const tee = (p: Figure): Cloth => {
  const { neck } = build(p);
  const piece = d`
    M0 780
    H${X - neck - 46}
    C${X - neck + 10} 950 ${X + neck - 10} 950 ${X + neck + 46} 780
    H1080
    V1360
    H0Z`;
  const collar = `M${X - neck - 40} 800C${X - neck + 10} 950 ${X + neck - 10} 950 ${X + neck + 40} 800`;
  return { piece: shape(piece, p.scheme.top), details: line(collar, p.scheme.trim, 18) };
};

const zip = (p: Figure): Cloth => {
  const { neck } = build(p);
  const collarAndZip = d`
    M${X - neck - 10} 770
    L${X - 20} 900
    L${X - 8} 1360
    H${X + 8}
    L${X + 20} 900
    L${X + neck + 10} 770
    V730
    H${X - neck - 10}Z`;
  const open = `M${X - neck + 14} 720L${X} 880L${X + neck - 14} 720Z`;
  return {
    piece: shape("M0 760H1080V1360H0Z", p.scheme.top),
    details: shape(collarAndZip, p.scheme.trim) + shape(open, p.hairstyle === "hijab" ? p.scarf : p.skin.base),
  };
};

const hoodie = (p: Figure): Cloth => {
  const { neck } = build(p);
  const hood = d`
    M${X - neck - 90} 846
    C${X - 120} 1010 ${X + 120} 1010 ${X + neck + 90} 846
    L${X + neck + 4} 790
    C${X + 70} 930 ${X - 70} 930 ${X - neck - 4} 790Z`;
  const seam = `M${X - neck - 76} 856C${X - 116} 1012 ${X + 116} 1012 ${X + neck + 76} 856`;
  const cords = `M${X - 60} 980V1150M${X + 60} 980V1120`;
  return {
    piece: shape("M0 760H1080V1360H0Z", p.scheme.top),
    details: layers(shape(hood, p.scheme.top), line(seam, INK, 10, 'opacity=".3"'), line(cords, p.scheme.trim, 12)),
  };
};

const CLOTHES: Record<Kit, (p: Figure) => Cloth> = { tank, racer, tee, zip, hoodie };

function emblem({ emblem: kind, scheme: { trim } }: Figure, shoulder: number): string {
  switch (kind) {
    case "stripe":
      return rect(0, 1120, WIDTH, 44, trim) + rect(0, 1180, WIDTH, 14, trim);
    case "chevron":
      return line(`M${X - shoulder * 0.58} 1070L${X} 1180L${X + shoulder * 0.58} 1070`, trim, 40);
    case "sash": {
      const band = `M${X - shoulder} 1360L${X + 120} 900L${X + 220} 900L${X - shoulder + 190} 1360Z`;
      return shape(band, trim, 'opacity=".9"');
    }
    case "plain":
      return rect(X + 96, 1076, 76, 24, trim, 12);
  }
}
