export function EdgePlate({
  x,
  y,
  width,
  height,
  fill = "var(--iron)",
  rim = "var(--iron-rim)",
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  fill?: string;
  rim?: string;
}) {
  const top = y - height / 2;
  return (
    <>
      <rect x={x} y={top} width={width} height={height} rx={Math.min(12, Math.round(width / 3))} fill={fill} />
      <path d={`M${Math.round(x + width * 0.3)} ${top + 14}v${height - 28}`} stroke={rim} strokeWidth="3" />
    </>
  );
}
