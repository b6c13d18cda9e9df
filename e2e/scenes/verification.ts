import type { Page } from "@playwright/test";
import type { VerificationState } from "#contract/moderation/verification.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { abortRequests, changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, go, press, see, seeSkeleton } from "./navigation.ts";
import { NOBODY, type Scene, type SceneGroup, type Stage } from "./scene.ts";

const NEW: VerificationState = {
  success: true,
  isVerified: false,
  isRequired: false,
  hasMainPhoto: true,
  request: null,
  triesLeft: 3,
  moreTriesAt: null,
};

const STARTED: VerificationState = {
  ...NEW,
  triesLeft: 2,
  request: { state: "started", id: NOBODY, pose: "hand_on_head", until: "2099-01-31T12:00:00.000Z" },
};
const SUBMITTED: VerificationState = {
  ...NEW,
  request: { state: "submitted", id: NOBODY, at: "2026-03-05T18:30:00.000Z" },
};
const REFUSED: VerificationState = {
  ...NEW,
  request: { state: "refused", id: NOBODY, reason: "main_photo", at: "2026-03-05T18:30:00.000Z" },
};

const SELFIE = "**/api/verification/selfie*";

const drawCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: 640, height: 480 });
      const draw = () => {
        const brush = canvas.getContext("2d");
        if (!brush) return;
        brush.fillStyle = "#5b6b62";
        brush.fillRect(0, 0, 640, 480);
        brush.fillStyle = "#d9b08c";
        brush.beginPath();
        brush.arc(320, 230, 120, 0, 7);
        brush.fill();
      };
      draw();
      setInterval(draw, 100);
      return canvas.captureStream(10);
    };
  });

async function open(stage: Stage, state: VerificationState, ready: string): Promise<void> {
  await answer(stage.page, "GET", "**/api/verification", state);
  await go(stage, "me", "/get-verified", ready);
}

const shown = (name: string, state: Partial<VerificationState>, ready: string): Scene => ({
  name: `get-verified-${name}`,
  open: (stage) => open(stage, { ...NEW, ...state }, ready),
});

const closed = (name: string, error: string, ready: string): Scene => ({
  name: `get-verified-${name}`,
  open: async (stage) => {
    await stage.page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", error));
    }, error);
    await open(stage, NEW, "We give you a pose");
    await press(stage.page, "Open the camera");
    await see(stage.page, ready);
  },
});

async function openViewfinder(stage: Stage): Promise<void> {
  await drawCamera(stage.page);
  await open(stage, NEW, "We give you a pose");
  await stage.page.route("**/api/verification", (route) => route.fulfill({ json: STARTED }));
  await press(stage.page, "Open the camera");
  await stage.page.getByLabel("Your camera").waitFor();
  await see(stage.page, "Take picture");
}

async function sendSelfie(stage: Stage): Promise<void> {
  await openViewfinder(stage);
  await press(stage.page, "Take picture");
  await press(stage.page, "Send selfie");
}

/** An operator has asked for a selfie. */
const REQUIRED = { kind: "unlisted", since: "2027-01-24T18:00:00.000Z", until: null, appealToken: "a-link" };

export const verifying: SceneGroup = {
  group: "Get verified",
  scenes: [
    shown("start", {}, "We give you a pose"),
    shown("required", { isRequired: true }, "You are not shown in Browse"),
    shown("no-photo", { hasMainPhoto: false }, "Please add one first"),
    { name: "get-verified-camera", open: openViewfinder },
    {
      name: "get-verified-picture",
      open: async (stage) => {
        await openViewfinder(stage);
        await press(stage.page, "Take picture");
        await see(stage.page, "Send selfie");
      },
    },
    {
      name: "get-verified-sending",
      open: async (stage) => {
        await holdRequests(stage.page, SELFIE);
        await sendSelfie(stage);
        await see(stage.page, "Sending...");
      },
    },
    {
      name: "get-verified-not-sent",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "POST", SELFIE, 500);
        await sendSelfie(stage);
        await see(stage.page, "Your selfie could not be sent.");
      },
    },
    {
      name: "get-verified-offline",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await abortRequests(stage.page, "POST", SELFIE);
        await sendSelfie(stage);
        await stage.page.getByRole("main").getByRole("alert").waitFor();
      },
    },
    closed("denied", "NotAllowedError", "allow the camera for this page"),
    closed("no-camera", "NotFoundError", "We found no camera"),
    closed("camera-busy", "NotReadableError", "Another app is using the camera"),
    shown("in-review", SUBMITTED, "In review"),
    shown("refused", REFUSED, "Not this time"),
    shown(
      "no-tries",
      { ...REFUSED, triesLeft: 0, moreTriesAt: "2026-03-06T18:30:00.000Z" },
      "Those were all the tries of today",
    ),
    shown("done", { isVerified: true }, "You are verified"),
    {
      name: "get-verified-loading",
      open: async (stage) => {
        await holdRequests(stage.page, "**/api/verification");
        await go(stage, "me", "/get-verified", "Get verified");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "get-verified-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", "**/api/verification", 500);
        await go(stage, "me", "/get-verified", "This page did not load.");
      },
    },
    {
      name: "get-verified-notice",
      open: async (stage) => {
        await changeResponse(stage.page, "**/api/profile", (reply: { profile: object }) => ({
          ...reply,
          profile: { ...reply.profile, isSelfieRequired: true, restrictions: [REQUIRED] },
        }));
        await go(stage, "me", "/profile", "Take the selfie");
      },
    },
    {
      name: "verified-profile",
      open: async (stage) => {
        const { id } = stage.cast.onePhoto;
        await changeResponse(stage.page, `**/api/users/${id}`, (reply: { user: object }) => ({
          ...reply,
          user: { ...reply.user, isVerified: true },
        }));
        await go(stage, "me", `/profile/${id}`, "Verified");
        await stage.page.locator("summary", { hasText: "Verified" }).click();
        await see(stage.page, "compared a live selfie");
      },
    },
    {
      name: "verified-browse",
      open: async (stage) => {
        await changeResponse(stage.page, "**/api/profile/all*", (reply: { profiles: object[] }) => ({
          ...reply,
          profiles: reply.profiles.map((profile, i) => ({ ...profile, isVerified: i % 2 === 0 })),
        }));
        await go(stage, "me", "/browse", "Verified");
      },
    },
  ],
};
