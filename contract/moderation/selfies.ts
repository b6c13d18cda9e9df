/** The schemas are in `contract/moderation/verification.ts`. */

/** The server chooses one at random. Each has to be possible with one hand. */
export const POSES = {
  open_palm: "Hold your open hand next to your face, palm to the camera.",
  thumb_up: "Give a thumbs up right next to your cheek.",
  two_fingers: "Hold up two fingers next to your face.",
  three_fingers: "Hold up three fingers in front of your shoulder.",
  hand_on_head: "Put one hand flat on top of your head.",
  touch_ear: "Touch one of your ears with your hand.",
  fist_on_chin: "Rest your chin on your fist.",
  finger_on_nose: "Touch the tip of your nose with one finger.",
} as const;
export type Pose = keyof typeof POSES;
export const POSE_KEYS = Object.keys(POSES) as [Pose, ...Pose[]];

/** In words for the member. */
export const REFUSALS = {
  other_person: "We could not see that you are the person in your main photo.",
  wrong_pose: "The pose is not the one that we asked for.",
  not_clear: "Your face is hard to see. Try it in better light, without sunglasses or a mask.",
  main_photo: "Your main photo does not show your face well enough to compare. Please choose another one first.",
  not_live: "The picture looks like a picture of a picture or a screen.",
  too_late: "We did not manage to look at it in time, so we deleted it. We are sorry. Please try again.",
} as const;
export type Refusal = keyof typeof REFUSALS;
/** By a person. The other reason is given automatically. */
export const CHOSEN_REFUSALS = [
  "other_person",
  "wrong_pose",
  "not_clear",
  "main_photo",
  "not_live",
] as const satisfies readonly Refusal[];
export const REFUSAL_KEYS = Object.keys(REFUSALS) as [Refusal, ...Refusal[]];
