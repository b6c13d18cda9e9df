import { FORMAT_SIZES, type Format, type Shape } from "#web/screens/invite/poster.ts";
import css from "#web/screens/invite/poster-drawing.module.css";

/** The wordmark's view box, as in `ui/brand/logo.tsx`. */
export const WORDMARK = { x: 30, y: -720, width: 4447, height: 930 } as const;

const color = (ink: string): string => `var(${ink})`;

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.kind) {
    case "box": {
      const { x, y, width, height, radius, fill } = shape;
      return <rect x={x} y={y} width={width} height={height} rx={radius} fill={color(fill)} />;
    }
    case "line":
      return (
        <path
          d={shape.path}
          fill="none"
          stroke={color(shape.stroke)}
          strokeWidth={shape.thickness}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      );
    case "code":
      return (
        <path
          d={shape.path}
          fill={color(shape.fill)}
          transform={`translate(${shape.x} ${shape.y}) scale(${shape.scale})`}
          shapeRendering="crispEdges"
          data-code=""
        />
      );
    case "text":
      return (
        <text x={shape.x} y={shape.y} fontSize={shape.size} fill={color(shape.fill)} className={css[shape.face]}>
          {shape.text}
        </text>
      );
    case "wordmark": {
      const { x, y, height } = shape;
      const box = `${WORDMARK.x} ${WORDMARK.y} ${WORDMARK.width} ${WORDMARK.height}`;
      return (
        <svg
          x={x}
          y={y}
          width={(height * WORDMARK.width) / WORDMARK.height}
          height={height}
          viewBox={box}
          color={color(shape.fill)}
          aria-hidden="true"
        >
          <use href="#wordmark" />
        </svg>
      );
    }
  }
}

/** Sharp at any size. @param label for screen readers */
export function PosterDrawing({
  format,
  shapes,
  label,
  className,
}: {
  format: Format;
  shapes: readonly Shape[];
  label: string;
  className?: string | undefined;
}) {
  const { width, height } = FORMAT_SIZES[format];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`${css.poster} ${className ?? ""}`}
      role="img"
      aria-label={label}
    >
      {shapes.map((shape, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no state
        <Drawn key={i} shape={shape} />
      ))}
    </svg>
  );
}
