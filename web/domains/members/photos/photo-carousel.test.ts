import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Photo } from "#contract/schemas.ts";
import { PhotoCarousel } from "#web/domains/members/photos/photo-carousel.tsx";

const photo = (id: string): Photo => ({
  _id: id,
  url: `/photos/${id}.webp`,
  mediumUrl: `/photos/${id}-720.webp`,
  thumbnailUrl: `/photos/${id}-320.webp`,
  isMain: false,
  displayMode: "cover",
  focusX: 50,
  focusY: 50,
  width: 1080,
  height: 1350,
  blur: "",
  alt: "",
});

const render = (photos: readonly Photo[]): string =>
  renderToStaticMarkup(createElement(PhotoCarousel, { photos, username: "sam" }));

test("has controls for several photos, none for a single one, and says that there is no photo", () => {
  expect(render([photo("a"), photo("b")])).toContain("Next photo");
  const single = render([photo("a")]);
  expect(single).toContain("Photo of sam");
  expect(single).not.toContain("Next photo");
  const none = render([]);
  expect(none).toContain("sam has no photo yet");
  expect(none).not.toContain("Next photo");
});
