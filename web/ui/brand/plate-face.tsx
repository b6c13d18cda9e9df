const round = (length: number): number => Math.round(length * 100) / 100;

/**
 * Seen from the front, centred on 0, 0.
 * @param slot direction of the slot, in degrees clockwise from three o'clock
 * @param ground the background colour, which fills hub and slot
 */
export function PlateFace({
  radius,
  slot,
  fill,
  rim,
  ground,
  label,
  ink,
}: {
  radius: number;
  slot: number;
  fill: string;
  rim: string;
  ground: string;
  label?: string;
  ink?: string;
}) {
  const hub = radius * 0.13;
  const half = round(hub * 0.62);
  const line = round(Math.max(1.5, radius * 0.018));
  return (
    <>
      <circle r={radius} fill={fill} />
      <g fill="none" stroke={rim} strokeWidth={line}>
        <circle r={round(radius * 0.88)} />
        <circle r={round(radius * 0.34)} />
      </g>
      <path
        d={`M0 ${-half}H${round(radius * 1.02)}V${half}H0Z`}
        {...(slot !== 0 && { transform: `rotate(${slot})` })}
        fill={ground}
      />
      <circle r={round(hub)} fill={ground} />
      {label && (
        <text
          y={round(radius * -0.5)}
          textAnchor="middle"
          dominantBaseline="central"
          fill={ink}
          fontFamily="var(--display)"
          fontWeight="800"
          fontSize={round(radius * 0.34)}
          style={{ fontStretch: "118%" }}
        >
          {label}
        </text>
      )}
    </>
  );
}
