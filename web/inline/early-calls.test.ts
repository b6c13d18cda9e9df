import { afterEach, expect, test, vi } from "vitest";
import { sendEarlyCalls } from "#web/inline/early-calls.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const CALLS = "/api/users/:id /api/profile";
const SESSION = { token: "mine", user: "{}" };
const PHOTO = { url: "/full", mediumUrl: "/medium", thumbnailUrl: "/thumb", width: 1080 };

const respond = vi.fn<typeof fetch>();

function send(data: Record<string, string>, body: unknown = {}) {
  const page = stubPage({ address: "/profile/abc", data: { auth: "member", ...data }, stored: SESSION });
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
  ["pages without calls", { photoSizes: "50vw" }],
])("sends nothing for %s", (_who, data) => {
  send(data);
  expect(respond).not.toHaveBeenCalled();
  expect(globalThis.earlyCalls).toBeUndefined();
});

test("preloads the first photo of the first response, in the size that will be displayed", async () => {
  const body = { success: true, user: { photos: [PHOTO, { ...PHOTO, url: "/second" }] } };
  const { added } = send({ calls: CALLS, photoSizes: "50vw" }, body);
  await vi.waitFor(() => expect(added).toHaveLength(1));
  expect(added).toEqual([
    {
      localName: "link",
      rel: "preload",
      as: "image",
      fetchPriority: "high",
      imageSrcset: "/thumb 320w, /medium 720w, /full 1080w",
      imageSizes: "50vw",
    },
  ]);
});

test("preloads a photo of only one size by its address", async () => {
  const { added } = send({ calls: CALLS, photoSizes: "50vw" }, [null, { photo: { ...PHOTO, width: 300 } }]);
  await vi.waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({ rel: "preload", href: "/full" });
  expect(added[0]).not.toHaveProperty("imageSrcset");
});

test.each([
  ["on screens without a large photo", { calls: CALLS }, { user: PHOTO }],
  ["without a photo in the response", { calls: CALLS, photoSizes: "50vw" }, { user: { photos: [] }, next: null }],
])("preloads nothing %s", async (_when, data, body) => {
  const { added } = send(data, body);
  await new Promise((resolve) => setTimeout(resolve));
  expect(added).toEqual([]);
});

test("leaves the body of the first response to the app", async () => {
  const { added } = send({ calls: CALLS, photoSizes: "50vw" }, { user: PHOTO });
  await vi.waitFor(() => expect(added).toHaveLength(1));
  const response = await globalThis.earlyCalls?.responses.get("/api/users/abc");
  expect(await response?.json()).toEqual({ user: PHOTO });
});
