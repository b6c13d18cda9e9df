declare module "subset-font" {
  /** A value of an axis, or the range to keep and its new default. */
  type Axis = number | { readonly min: number; readonly max: number; readonly default?: number };

  interface Options {
    readonly targetFormat: "woff2";
    readonly keepFeatures: readonly string[];
    readonly preserveNameIds: readonly number[];
    readonly variationAxes: Readonly<Record<string, Axis>>;
  }

  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
