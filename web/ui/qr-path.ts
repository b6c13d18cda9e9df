import { useEffect, useState } from "react";
import { loadOptional } from "#web/lib/stale-chunks.ts";

/** Modules of white around a code, which readers need. */
export const QUIET_MODULES = 4;

export interface QrPath {
  /** Width and height in modules, with the white around the code. */
  readonly size: number;
  /** The dark modules as an SVG path, one unit each. */
  readonly path: string;
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = row.indexOf(true); x >= 0; ) {
      const end = row.indexOf(false, x);
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = row.indexOf(true, end);
    }
  });
  return path;
}

/** @param correction how much of the code may be lost: `L` 7%, `Q` 25% */
export async function encodeQr(text: string, correction: "L" | "Q"): Promise<QrPath> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: QUIET_MODULES, ecc: correction });
  return { size, path: pathOf(data) };
}

/** Undefined until the encoder has loaded. */
export function useQrPath(text: string, correction: "L" | "Q" = "L") {
  const [code, setCode] = useState<QrPath>();
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt encodes again
  useEffect(() => {
    let isStale = false;
    const show = (encoded: QrPath | undefined) => {
      if (isStale) return;
      setCode(encoded);
      setFailed(encoded === undefined);
    };
    void loadOptional(() => encodeQr(text, correction)).then(show);
    return () => {
      isStale = true;
    };
  }, [text, correction, attempt]);
  return { code, isFailed, retry: () => setAttempt((before) => before + 1) };
}
