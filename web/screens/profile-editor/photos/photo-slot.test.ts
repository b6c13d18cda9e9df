import { expect, test } from "vitest";
import { listPhotoActions } from "#web/screens/profile-editor/photos/photo-slot.tsx";

const labels = (index: number, count: number, photo = {}) =>
  listPhotoActions({ displayMode: "contain", alt: "", ...photo }, index, count, {
    onMove: () => undefined,
    onShow: () => undefined,
    onCrop: () => undefined,
    onDescribe: () => undefined,
  }).map(({ label }) => label);

test("offers only actions that change something", () => {
  expect(labels(0, 1)).toEqual(["Fill the frame", "Adjust crop", "Add description"]);
  expect(labels(0, 3)).toEqual(["Move later", "Fill the frame", "Adjust crop", "Add description"]);
  expect(labels(1, 3)).toEqual([
    "Make main photo",
    "Move earlier",
    "Move later",
    "Fill the frame",
    "Adjust crop",
    "Add description",
  ]);
  expect(labels(2, 3, { displayMode: "cover", alt: "On the bar" })).toEqual([
    "Make main photo",
    "Move earlier",
    "Show whole photo",
    "Adjust crop",
    "Edit description",
  ]);
});

test("moves to zero-based positions", () => {
  const positions: number[] = [];
  const handlers = {
    onMove: (index: number) => positions.push(index),
    onShow: () => undefined,
    onCrop: () => undefined,
    onDescribe: () => undefined,
  };
  for (const { label, onSelect } of listPhotoActions({ displayMode: "cover", alt: "" }, 2, 4, handlers)) {
    if (label.startsWith("M")) onSelect();
  }
  expect(positions).toEqual([0, 1, 3]);
});
