import { afterwards } from "./afterwards.ts";
import { wholeApp } from "./app-shell.ts";
import { browsing } from "./browse.ts";
import { chatting } from "./chat.ts";
import { crushing } from "./crushes.ts";
import { dating } from "./dates.ts";
import { links } from "./email-links.ts";
import { mails } from "./emails.ts";
import { helping } from "./help.ts";
import { inviting } from "./inviting.ts";
import { limits } from "./limits.ts";
import { moderation } from "./moderation.ts";
import { onboarding } from "./onboarding.ts";
import { editing } from "./profile-editor.ts";
import { profiles } from "./profiles.ts";
import { publicPages } from "./public-pages.ts";
import { restrictions } from "./restrictions.ts";
import type { SceneGroup } from "./scene.ts";
import { setting } from "./settings.ts";
import { joining } from "./signup.ts";
import { trusting } from "./trusted-contacts.ts";
import { verifying } from "./verification.ts";
import { buying } from "./wallet.ts";

/** All scenes: every screen and dialog in every state, for screenshots and axe. */
export const ALL_SCENES: readonly SceneGroup[] = [
  onboarding,
  publicPages,
  joining,
  links,
  editing,
  browsing,
  inviting,
  profiles,
  crushing,
  chatting,
  afterwards,
  dating,
  buying,
  limits,
  restrictions,
  setting,
  trusting,
  verifying,
  helping,
  wholeApp,
  mails,
  moderation,
];

const names = ALL_SCENES.flatMap(({ scenes }) => scenes.map(({ name }) => name));
const duplicate = names.find((name, i) => names.indexOf(name) !== i);
if (duplicate !== undefined) throw new Error(`Two scenes are called ${duplicate}`);
