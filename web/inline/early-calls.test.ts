import { afterEach, expect, test, vi } from "vitest";
import { sendEarlyCalls } from "#web/inline/early-calls.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const CALLS = "/api/users/:id /api/profile";
const SESSION = { token: "mine", user: "{}" };
const PHOTO = { url: "/full", mediumUrl: "/medium", thumbnailUrl: "/thumb", width: 1080, displayMode: "cover" };
const PHOTO_DATA = { photos: "user.photos.0", photoSizes: "50vw" };

const respond = vi.fn<typeof fetch>();

function send(data: Record<string, string>, body: unknown = {}, stored = SESSION, address = "/profile/abc") {
  const page = stubPage({ address, data: { auth: "member", ...data }, stored });
  respond.mockReset().mockImplementation(async () => Response.json(body));
  vi.stubGlobal("fetch", respond);
  sendEarlyCalls();
  return page;
}

afterEach(() => {
  globalThis.earlyCalls = undefined;
  vi.unstubAllGlobals();
});

test("sends the calls of a member's screen in their order, with the token and the id of the URL", () => {
  send({ calls: CALLS });
  const options = { headers: { authorization: "Bearer mine" } };
  expect(respond.mock.calls).toEqual([
    ["/api/users/abc", options],
    ["/api/profile", options],
  ]);
  expect(globalThis.earlyCalls?.token).toBe("mine");
  expect([...(globalThis.earlyCalls?.responses.keys() ?? [])]).toEqual(["/api/users/abc", "/api/profile"]);
});

test.each([
  ["visitors", { calls: CALLS, auth: "visitor" }],
  ["pages without calls", PHOTO_DATA],
])("sends nothing for %s", (_who, data) => {
  send(data);
  expect(respond).not.toHaveBeenCalled();
});

/** A frame with a place for the first photo. Images in it are loaded once `load` is called. */
function sendWithFrame(data: Record<string, string>, body: unknown, stored = { ...SESSION }, address?: string) {
  const loading = Promise.withResolvers<void>();
  const shown: object[] = [];
  const page = send({ calls: CALLS, ...PHOTO_DATA, ...data }, body, stored, address);
  const created: object[] = [];
  Object.assign(document, {
    createElement: (localName: string) => {
      const image = { localName, style: {}, decode: () => loading.promise };
      created.push(image);
      return image;
    },
    querySelectorAll: (selector: string) =>
      selector === "[data-frame] [data-first-photo]" ? [{ append: (image: object) => shown.push(image) }] : [],
  });
  return { ...page, stored, created, shown, load: loading.resolve };
}

test("shows the first photo once it is loaded, in the size that the screen will display", async () => {
  const body = { user: { photos: [PHOTO, { ...PHOTO, url: "/second" }] } };
  const { created, shown, load } = sendWithFrame({}, body);
  await vi.waitFor(() => expect(created).toHaveLength(1));
  expect(shown).toEqual([]);
  load();
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({
    localName: "img",
    fetchPriority: "high",
    srcset: "/thumb 320w, /medium 720w, /full 1080w",
    sizes: "50vw",
    src: "/full",
    style: { objectFit: "cover" },
  });
});

test("shows a photo of only one size by its address", async () => {
  const { shown, load } = sendWithFrame({}, { user: { photos: [{ ...PHOTO, width: 300 }] } });
  load();
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ src: "/full", srcset: "/full 300w" });
});

test("does not show a photo after the session has changed", async () => {
  const { created, shown, load, stored } = sendWithFrame({}, { user: { photos: [PHOTO] } });
  await vi.waitFor(() => expect(created).toHaveLength(1));
  stored.token = "another";
  load();
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual([]);
});

test("loads the photo of the second response if the first one has none, for which the frame has no place", async () => {
  const { created, shown, load } = sendWithFrame(
    { photos: "set.photos.0 user.photos.0" },
    { set: null, user: { photos: [PHOTO] } },
  );
  await vi.waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]).toMatchObject({ sizes: "50vw", src: "/full" });
  load();
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual([]);
});

test.each([
  ["on screens without a large photo", { photos: "" }, { user: { photos: [PHOTO] } }, undefined],
  ["if the first one of the list is without a photo", {}, { user: { photos: [] } }, undefined],
  ["if the call failed", {}, { success: false }, undefined],
  ["with a search, which may select another list", {}, { user: { photos: [PHOTO] } }, "/crushes?tab=sent"],
])("requests no photo %s", async (_when, data, body, address) => {
  const { created } = sendWithFrame(data, body, SESSION, address);
  await new Promise((resolve) => setTimeout(resolve));
  expect(created).toEqual([]);
});

test("leaves the body of the first response to the app", async () => {
  const body = { user: { photos: [PHOTO] } };
  const { created } = sendWithFrame({}, body);
  await vi.waitFor(() => expect(created).toHaveLength(1));
  const response = await globalThis.earlyCalls?.responses.get("/api/users/abc");
  expect(await response?.json()).toEqual(body);
});
