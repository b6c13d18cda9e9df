import css from "#web/ui/qr-code.module.css";
import { useQrPath } from "#web/ui/qr-path.ts";

/** Black on white in any theme, because many readers need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { code } = useQrPath(text);
  return (
    <div className={css.qr}>
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <rect width={code.size} height={code.size} fill="white" />
          <path d={code.path} fill="black" />
        </svg>
      )}
    </div>
  );
}
