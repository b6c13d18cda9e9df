import { browsing } from "./browsing.ts";
import { buying } from "./buying.ts";
import { chatting } from "./chatting.ts";
import { crushing } from "./crushing.ts";
import { editing } from "./editing.ts";
import { helping } from "./helping.ts";
import { joining } from "./joining.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { mails } from "./mails.ts";
import { onboarding } from "./onboarding.ts";
import { profiles } from "./profiles.ts";
import { publicPages } from "./public-pages.ts";
import type { SceneGroup } from "./scene.ts";
import { setting } from "./setting.ts";
import { wholeApp } from "./whole-app.ts";

/** Every screen and dialog in every state, as one meets them: what is looked at by us and by axe. */
export const ALL: readonly SceneGroup[] = [
  onboarding,
  publicPages,
  joining,
  links,
  editing,
  browsing,
  profiles,
  crushing,
  chatting,
  buying,
  limits,
  setting,
  helping,
  wholeApp,
  mails,
];

const names = ALL.flatMap(({ scenes }) => scenes.map(({ name }) => name));
const twice = names.find((name, i) => names.indexOf(name) !== i);
if (twice !== undefined) throw new Error(`Two scenes are called ${twice}`);
