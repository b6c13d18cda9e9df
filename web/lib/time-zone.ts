import { createTimeFormat } from "#contract/format.ts";

export const getDeviceZone = (): string => createTimeFormat({}).resolvedOptions().timeZone;
