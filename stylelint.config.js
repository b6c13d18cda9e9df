import { scales } from "./scripts/lint/scales.ts";

/** Colours, sizes and curves have their names in `web/ui/tokens.css`, and are written nowhere else. */
export default {
  plugins: [scales],
  reportNeedlessDisables: true,
  rules: {
    "spotter/scales": true,
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": ["/^(rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)a?$/"],
  },
  overrides: [
    { files: ["web/ui/tokens.css"], rules: { "color-no-hex": null, "function-disallowed-list": null } },
    // A drawing mixes its shades from the named colours.
    { files: ["web/**/*drawing.module.css"], rules: { "function-disallowed-list": null } },
  ],
};
