import {
  cellToBoundary,
  cellToLatLng,
  cellToParent,
  degsToRads,
  greatCircleDistance,
  gridDisk,
  latLngToCell,
  UNITS,
} from "h3-js";
import type { Geocoder, LatLng } from "#server/platform/adapters/geocoder.ts";

const KM_PER_MILE = 1.609344;
/** The earth's mean radius, as h3-js computes with it. */
const EARTH_KM = 6371.007180918475;

/** About 5 km². Sparsely populated areas have coarser cells, because so small a cell has few members. */
const RESOLUTION = 7;
const RESOLUTION_IN_THE_COUNTRY = 6;
const TOWN_POPULATION = 10_000;
const TOWN_KM = 10;
/** Metres that one may be outside a cell and still be counted as in it. */
const SLACK_M = 500;

const METRES_PER_DEGREE = 111_320;

/** Metres between a point and the line between two others, on a plane, which is near enough for some kilometres. */
function distanceToEdge(point: LatLng, a: LatLng, b: LatLng): number {
  const scale = Math.cos((point.lat * Math.PI) / 180);
  const project = ({ lat, lng }: LatLng) => ({
    x: (lng - point.lng) * METRES_PER_DEGREE * scale,
    y: (lat - point.lat) * METRES_PER_DEGREE,
  });
  const from = project(a);
  const to = project(b);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = Math.max(0, Math.min(1, -(from.x * dx + from.y * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(from.x + along * dx, from.y + along * dy);
}

function isAbout(point: LatLng, cell: string, resolution: number): boolean {
  if (latLngToCell(point.lat, point.lng, resolution) === cell) return true;
  const corners = cellToBoundary(cell).map(([lat, lng]) => ({ lat, lng }));
  return corners.some(
    (corner, i) => distanceToEdge(point, corner, corners[(i + 1) % corners.length] ?? corner) <= SLACK_M,
  );
}

/** Equal for all points of a fine cell; otherwise it would reveal the position within it. */
export const resolutionAt = (places: Geocoder, { lat, lng }: LatLng): number =>
  places.hasTownNear(centreOf(latLngToCell(lat, lng, RESOLUTION)), TOWN_POPULATION, TOWN_KM)
    ? RESOLUTION
    : RESOLUTION_IN_THE_COUNTRY;

/** A member keeps the current cell while they are near it, so that crossing its border reveals nothing. */
export function snap(point: LatLng, resolution: number, current: string | null): string {
  if (current !== null && isAbout(point, current, resolution)) return current;
  return latLngToCell(point.lat, point.lng, resolution);
}

/** The cells that browsing is indexed by have about 1,800 km² each. */
const AREA_RESOLUTION = 4;
/** Kilometres that a ring of such cells reaches farther than the one inside of it, at least: they differ over the globe. */
const RING_KM = 27;
/** Kilometres from the centre of such a cell to that of any cell in it, at most. */
const AREA_RADIUS_KM = 30;

export const areaOf = (cell: string): string => cellToParent(cell, AREA_RESOLUTION);

export function areasAround(cell: string, miles: number): string[] {
  const km = miles * KM_PER_MILE + AREA_RADIUS_KM;
  const at = cellToLatLng(cell);
  const near = gridDisk(areaOf(cell), Math.ceil(km / RING_KM));
  return near.filter((area) => greatCircleDistance(cellToLatLng(area), at, UNITS.km) <= km);
}

/** The centre of a cell: the only point of a member that is ever computed with. */
export function centreOf(cell: string): LatLng {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
}

/** A point on a sphere of radius 1: the cosine of the angle between two is the sum of their products. */
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const directionOf = (cell: string): Direction => directionTo(centreOf(cell));

export function cosineBetween(a: string | null, b: string | null): number | null {
  if (a === null || b === null) return null;
  const [from, to] = [directionOf(a), directionOf(b)];
  return from.x * to.x + from.y * to.y + from.z * to.z;
}

export function directionTo({ lat, lng }: LatLng): Direction {
  const [phi, lambda] = [degsToRads(lat), degsToRads(lng)];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

export const cosineOf = (miles: number): number => Math.cos((miles * KM_PER_MILE) / EARTH_KM);

export const milesBetween = (a: string, b: string): number =>
  greatCircleDistance(cellToLatLng(a), cellToLatLng(b), UNITS.km) / KM_PER_MILE;
