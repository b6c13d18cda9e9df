import type { Page } from "@playwright/test";
import { ERRORS } from "#contract/errors.ts";
import { PASSWORD } from "#e2e/support/api-fixtures.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, fill, go, press, see } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const PASSWORDS = { Password: PASSWORD, "Confirm password": PASSWORD };

async function signUp(stage: Stage, step: 1 | 2 | 3): Promise<void> {
  const { page } = stage;
  await go(stage, "visitor", "/?signup=true", "1 of 3");
  if (step === 1) return;
  await fill(page, { Email: "fresh@example.com", ...PASSWORDS });
  await press(page, "Continue");
  await see(page, "2 of 3");
  if (step === 2) return;
  await press(page, "FlexMaster");
  await press(page, "Continue");
  await see(page, "3 of 3");
}

async function finish(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date of birth").fill("1996-04-12");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Start Crushing" }).click();
}

async function logIn(stage: Stage): Promise<void> {
  await go(stage, "visitor", "/?login=true", "Let's Go!");
  await fill(stage.page, { Email: "maya@example.com", Password: PASSWORD });
  await press(stage.page, "Let's Go!");
}

const SECOND_STEP = {
  code: "second_factor_required",
  secondFactor: { token: "a token", methods: ["totp", "recovery_code"] },
};

const inLine = (place: number) => ({ success: true, place, lookAgainMs: 5000 });

async function forgot(stage: Stage): Promise<void> {
  await go(stage, "visitor", "/?login=true", "Let's Go!");
  await press(stage.page, "Forgot your password?");
  await see(stage.page, "Send Reset Link");
}

const SIGNUP: readonly Scene[] = [
  { name: "signup-1", open: (stage) => signUp(stage, 1) },
  {
    name: "signup-1-mistakes",
    open: async (stage) => {
      await signUp(stage, 1);
      await press(stage.page, "Continue");
      await see(stage.page, "Email is required");
    },
  },
  {
    name: "signup-1-taken",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const why = "That email already has an account.";
      await refuseRequests(stage.page, "POST", "**/api/auth/register", 409, {
        message: why,
        code: "email_taken",
        errors: { email: why },
      });
      await signUp(stage, 3);
      await finish(stage.page);
      await see(stage.page, why);
    },
  },
  { name: "signup-2", open: (stage) => signUp(stage, 2) },
  {
    name: "signup-2-kept",
    open: async (stage) => {
      await signUp(stage, 2);
      await fill(stage.page, { Username: "Spotter Support" });
      await press(stage.page, "Continue");
      await see(stage.page, "That name is kept for Spotter itself. Please pick another.");
    },
  },
  {
    name: "signup-2-taken",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const why = "That username is taken.";
      await refuseRequests(stage.page, "POST", "**/api/auth/register", 409, {
        message: why,
        code: "username_taken",
        errors: { username: why },
      });
      await signUp(stage, 3);
      await finish(stage.page);
      await see(stage.page, why);
    },
  },
  { name: "signup-3", open: (stage) => signUp(stage, 3) },
  {
    name: "signup-3-mistakes",
    open: async (stage) => {
      await signUp(stage, 3);
      await stage.page.getByRole("dialog").getByRole("button", { name: "Start Crushing" }).click();
      await see(stage.page, "Date of birth is required");
    },
  },
  {
    name: "signup-busy",
    open: async (stage) => {
      await holdRequests(stage.page, "**/api/auth/register");
      await signUp(stage, 3);
      await finish(stage.page);
      await see(stage.page, "Setting up your gym...");
    },
  },
  {
    name: "signup-busy-network",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.proof_of_work_required;
      await refuseRequests(stage.page, "POST", "**/api/auth/register", 429, {
        message,
        code: "proof_of_work_required",
      });
      await signUp(stage, 3);
      await finish(stage.page);
      await see(stage.page, message);
    },
  },
  {
    name: "signup-failed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/auth/register", 500);
      await signUp(stage, 3);
      await finish(stage.page);
      await see(stage.page, "Registration failed");
    },
  },
];

const SIGNUP_IN_LINE: Scene = {
  name: "signup-in-line",
  open: async (stage) => {
    await holdRequests(stage.page, "**/api/auth/register");
    await answer(stage.page, "GET", "**/api/auth/line/*", inLine(1));
    await signUp(stage, 3);
    await finish(stage.page);
    await see(stage.page, "You're next in line");
  },
};

const LOGIN: readonly Scene[] = [
  { name: "login", open: (stage) => go(stage, "visitor", "/?login=true", "Let's Go!") },
  {
    name: "login-mistakes",
    open: async (stage) => {
      await go(stage, "visitor", "/?login=true", "Let's Go!");
      await press(stage.page, "Let's Go!");
      await see(stage.page, "Email is required");
    },
  },
  {
    name: "login-refused",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logIn(stage);
      await see(stage.page, "Email or password is incorrect.");
    },
  },
  {
    name: "login-needs-mail",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.login_email_required;
      await refuseRequests(stage.page, "POST", "**/api/auth/login", 429, { message });
      await logIn(stage);
      await see(stage.page, message);
    },
  },
  {
    name: "login-suspended",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/auth/login", 403, {
        code: "suspended",
        message: "This account is suspended. We emailed you why, and how to object. Contact support.",
      });
      await logIn(stage);
      await see(stage.page, "This account is suspended.");
    },
  },
  {
    name: "login-second-step",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/auth/login", 403, SECOND_STEP);
      await logIn(stage);
      await see(stage.page, "Code from your app");
    },
  },
  {
    name: "login-second-step-mistake",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.wrong_code;
      await refuseRequests(stage.page, "POST", "**/api/auth/login", 403, SECOND_STEP);
      await refuseRequests(stage.page, "POST", "**/api/auth/login/second-factor", 400, { errors: { code: message } });
      await logIn(stage);
      await press(stage.page, "Use a recovery code");
      await fill(stage.page, { "Recovery code": "7k2m9-a0bcd" });
      await press(stage.page, "Log In");
      await see(stage.page, message);
    },
  },
  {
    name: "login-busy",
    open: async (stage) => {
      await holdRequests(stage.page, "**/api/auth/login");
      await logIn(stage);
      await see(stage.page, "Crushing it...");
    },
  },
  {
    name: "login-in-line",
    open: async (stage) => {
      await holdRequests(stage.page, "**/api/auth/login");
      await answer(stage.page, "GET", "**/api/auth/line/*", inLine(1204));
      await logIn(stage);
      await see(stage.page, "Number 1,204 in line");
    },
  },
  { name: "forgot", open: forgot },
  {
    name: "forgot-mistake",
    open: async (stage) => {
      await forgot(stage);
      await press(stage.page, "Send Reset Link");
      await see(stage.page, "Please enter your email address");
    },
  },
  {
    name: "forgot-sent",
    open: async (stage) => {
      await answer(stage.page, "POST", "**/api/auth/forgot-password", { success: true, message: "" });
      await forgot(stage);
      await fill(stage.page, { Email: "maya@example.com" });
      await press(stage.page, "Send Reset Link");
      await see(stage.page, "Check Your Email!");
    },
  },
];

export const joining: SceneGroup = { group: "Joining and login", scenes: [...SIGNUP, SIGNUP_IN_LINE, ...LOGIN] };
