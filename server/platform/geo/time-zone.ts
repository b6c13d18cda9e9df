import findZone from "@photostructure/tz-lookup";
import type { LatLng } from "#server/platform/adapters/geocoder.ts";

/** The time zone at a point, as a name of the IANA database such as 'America/Chicago'. */
export const timeZoneAt = ({ lat, lng }: LatLng): string => findZone(lat, lng);
