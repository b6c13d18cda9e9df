import { cellToBoundary, cellToLatLng, getResolution, latLngToCell } from "h3-js";
import { describe, expect, test } from "vitest";
import { offlinePlaces } from "#server/adapters/places.ts";
import { centreOf, milesBetween, resolutionAt, snap } from "#server/place.ts";

const places = offlinePlaces();
const AUSTIN = { lat: 30.2672, lng: -97.7431 };
const cell = latLngToCell(AUSTIN.lat, AUSTIN.lng, 7);

/** A point beyond the middle of one of the cell's edges, `metres` outside of it. */
function outside(metres: number) {
  const [a, b] = cellToBoundary(cell) as [[number, number], [number, number]];
  const middle = { lat: (a[0] + b[0]) / 2, lng: (a[1] + b[1]) / 2 };
  const centre = centreOf(cell);
  const scale = Math.cos((AUSTIN.lat * Math.PI) / 180);
  const out = { x: (middle.lng - centre.lng) * scale, y: middle.lat - centre.lat };
  const length = Math.hypot(out.x, out.y);
  const degrees = metres / 111_320;
  return { lat: middle.lat + (out.y / length) * degrees, lng: middle.lng + ((out.x / length) * degrees) / scale };
}

describe("a member's cell", () => {
  test("is the same for every point in it", () => {
    const centre = cellToLatLng(cell);
    for (const [lat, lng] of cellToBoundary(cell)) {
      const inside = { lat: centre[0] + (lat - centre[0]) * 0.9, lng: centre[1] + (lng - centre[1]) * 0.9 };
      expect(snap(inside, 7, null)).toBe(cell);
    }
  });

  test("is kept until 500 m outside of it", () => {
    expect(snap(outside(400), 7, cell)).toBe(cell);
    expect(snap(outside(600), 7, cell)).not.toBe(cell);
    expect(snap(outside(400), 7, null)).not.toBe(cell);
  });

  test("is coarser where towns are far apart", () => {
    expect(getResolution(snap(AUSTIN, resolutionAt(places, AUSTIN), null))).toBe(7);
    const desert = { lat: 39.3, lng: -117.0 };
    expect(getResolution(snap(desert, resolutionAt(places, desert), null))).toBe(6);
  });

  test("is what distances are counted between", () => {
    const round = latLngToCell(30.5083, -97.6789, 7);
    expect(milesBetween(cell, round)).toBeGreaterThan(15);
    expect(milesBetween(cell, round)).toBeLessThan(19);
    expect(milesBetween(cell, cell)).toBe(0);
  });
});
