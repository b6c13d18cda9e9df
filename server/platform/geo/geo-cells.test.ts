import { cellToBoundary, cellToLatLng, getResolution, latLngToCell } from "h3-js";
import { describe, expect, test } from "vitest";
import { createOfflineGeocoder } from "#server/platform/adapters/geocoder.ts";
import {
  areaOf,
  areasAround,
  centreOf,
  cosineOf,
  directionOf,
  milesBetween,
  resolutionAt,
  snap,
} from "#server/platform/geo/geo-cells.ts";
import { seededRandom } from "#server/testing/members.ts";

const places = createOfflineGeocoder();
const AUSTIN = { lat: 30.2672, lng: -97.7431 };
const cell = latLngToCell(AUSTIN.lat, AUSTIN.lng, 7);

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

describe("a cell", () => {
  test("is the same for every point in it", () => {
    const centre = cellToLatLng(cell);
    for (const [lat, lng] of cellToBoundary(cell)) {
      const inside = { lat: centre[0] + (lat - centre[0]) * 0.9, lng: centre[1] + (lng - centre[1]) * 0.9 };
      expect(snap(inside, 7, null)).toBe(cell);
    }
  });

  test("is kept up to 500 m outside of it", () => {
    expect(snap(outside(400), 7, cell)).toBe(cell);
    expect(snap(outside(600), 7, cell)).not.toBe(cell);
    expect(snap(outside(400), 7, null)).not.toBe(cell);
  });

  test("has one resolution for all points of a fine cell, also at the limit of the nearest town", () => {
    const random = seededRandom(9);
    for (let i = 0; i < 400; i++) {
      const middle = latLngToCell(39 + random() * 2, -106 + random() * 2, 7);
      const kinds = cellToBoundary(middle).map(([lat, lng]) => {
        const at = centreOf(middle);
        return resolutionAt(places, { lat: at.lat + (lat - at.lat) * 0.95, lng: at.lng + (lng - at.lng) * 0.95 });
      });
      expect(new Set(kinds).size, middle).toBe(1);
    }
  });

  test("is coarser in sparsely populated areas", () => {
    expect(getResolution(snap(AUSTIN, resolutionAt(places, AUSTIN), null))).toBe(7);
    const desert = { lat: 39.3, lng: -117.0 };
    expect(getResolution(snap(desert, resolutionAt(places, desert), null))).toBe(6);
  });

  test("is the basis of distances", () => {
    const round = latLngToCell(30.5083, -97.6789, 7);
    expect(milesBetween(cell, round)).toBeGreaterThan(15);
    expect(milesBetween(cell, round)).toBeLessThan(19);
    expect(milesBetween(cell, cell)).toBe(0);
  });
});

describe("the areas around a cell", () => {
  test("include every place within some miles, anywhere on earth", () => {
    const random = seededRandom(7);
    for (let i = 0; i < 3000; i++) {
      const from = { lat: random() * 170 - 85, lng: random() * 360 - 180 };
      const start = latLngToCell(from.lat, from.lng, 7);
      const miles = 1 + random() * 99;
      const turn = random() * 2 * Math.PI;
      const degrees = (miles * 1.609344) / 111.2;
      const to = {
        lat: from.lat + degrees * Math.cos(turn),
        lng: from.lng + (degrees * Math.sin(turn)) / Math.cos((from.lat * Math.PI) / 180),
      };
      const end = latLngToCell(to.lat, to.lng, 7);
      const apart = milesBetween(start, end);
      expect(areasAround(start, Math.ceil(apart)), `${start} to ${end}`).toContain(areaOf(end));
    }
  });

  test("are few: none is farther than necessary", () => {
    for (const area of areasAround(cell, 50)) expect(milesBetween(cell, area)).toBeLessThan(70);
  });
});

test("cosines sort like miles", () => {
  const random = seededRandom(8);
  const at = directionOf(cell);
  for (let i = 0; i < 500; i++) {
    const other = latLngToCell(AUSTIN.lat + random() * 2 - 1, AUSTIN.lng + random() * 2 - 1, 7);
    const to = directionOf(other);
    const cosine = at.x * to.x + at.y * to.y + at.z * to.z;
    for (const miles of [1, 5, 10, 25, 50, 100])
      expect(cosine >= cosineOf(miles), `${other} within ${miles}`).toBe(milesBetween(cell, other) <= miles);
  }
});
