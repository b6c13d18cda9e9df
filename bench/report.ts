/** Prints a figure as one line of JSON. Numbers are rounded to three digits. */
export function report(bench: string, figure: string, values: Readonly<Record<string, string | number>>): void {
  const rounded = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? Number(value.toPrecision(value >= 1000 ? 4 : 3)) : value,
  ]);
  console.log(JSON.stringify({ bench, figure, ...Object.fromEntries(rounded) }));
}
