/** The device's time zone: 'America/Chicago'. */
export const getDeviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Central Time' */
export function formatZone(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
