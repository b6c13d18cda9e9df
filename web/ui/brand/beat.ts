/** Path commands that draw a line to `x`, then a heartbeat with a spike of `height`. */
export const heartbeatPath = (x: number, height: number): string => {
  const step = (dx: number, dy: number): string => `${round(height * dx)} ${round(height * dy)}`;
  return `H${x}l${step(0.16, -0.22)} ${step(0.14, 0.22)}h${round(height * 0.18)}l${step(0.13, 0.2)} ${step(0.24, -1.2)} ${step(0.27, 1.55)} ${step(0.17, -0.55)}h${round(height * 0.2)}`;
};

const round = (value: number): number => Math.round(value * 100) / 100;
