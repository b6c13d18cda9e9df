import type { ActName } from "#contract/moderation/acts.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";

/** What moderators read at the moment of use. `docs/moderating.md` is written from it. */

interface ActGuide {
  readonly does: string;
  /** What the member notices. */
  readonly notices: string;
}

export const ACT_GUIDE: Readonly<Record<ActName, ActGuide>> = {
  no_action: {
    does: "Closes what is open. Nothing changes for the member.",
    notices: "Nothing. Senders learn that theirs was so where you ticked it, else that nothing was found.",
  },
  ask_to_change: {
    does: "Emails what you found and your words, with a link to the guidelines. Nothing is restricted.",
    notices: "An email. There is nothing to object to.",
  },
  remove_photo: {
    does: "Takes a photo off the profile. Copies that are stored later wait for a person; by the rules about minors, intimate pictures and the law, copies of before, too.",
    notices: "The photo is gone, and an email says why. They can add others.",
  },
  remove_picture: {
    does: "Removes the picture for everybody, also in the chat. Copies wait for a person, as after Remove photo.",
    notices: "It is gone, and an email says why.",
  },
  show_picture: {
    does: "Others see the picture from now on.",
    notices: "The picture is there. Nobody writes to them.",
  },
  unlist: {
    does: "In no list of Browse and in no daily set, until somebody lifts it. Matches and crushes still see them and write.",
    notices: "An email with the reason, and a line in Browse.",
  },
  require_selfie: {
    does: "As Hide, until a person approves a selfie of them. A badge is gone until then.",
    notices: "An email that asks for the selfie, and where to take it.",
  },
  mute: {
    does: "No messages, pictures and crushes for some days. They still read and receive.",
    notices: "An email with the end, and a line in place of the field in chats.",
  },
  suspend: {
    does: "Logs them out and hides the profile. Nothing is charged meanwhile. Their next account is suspended, too.",
    notices: "They cannot log in. An email says why and until when.",
  },
  end_account: {
    does: "Suspends without an end. The account is deleted after twelve months, by the rule ‘Nobody under 18’ after six; a membership ends now. By the rule against fraud, everybody who wrote with them is warned in an hour.",
    notices: "They cannot log in. An email says that it is for good, and when their data is deleted.",
  },
  refund_crushes: {
    does: "Gives back what crushes on the member cost those whose report was so; all reporters if you do nothing else. It stays so if you undo the decision.",
    notices: "Nothing. The reporters see their crushes.",
  },
  lift_restrictions: {
    does: "Ends Hide, Mute and a required selfie, whoever decided them. A suspension stays.",
    notices: "An email that they can use all of Spotter again.",
  },
};

interface Steps {
  readonly title: string;
  readonly steps: readonly string[];
}

const DANGER: Steps = {
  title: "Somebody is in danger",
  steps: [
    "Is a life or somebody’s safety threatened, now or tonight? Call the police where it happens before you decide: 911 in the US, 112 in Europe.",
    "Tell them what was written, when, by which account, and the place that the profile shows. No more than they need.",
    "Copy the number of the report. The operator can copy its evidence for the police.",
    "Suspend by the rule ‘Nobody is put in danger’. You cannot undo that here.",
    "Write a note: whom you told what, and when.",
  ],
};

const MINOR: Steps = {
  title: "Somebody under 18",
  steps: [
    "Compare the age on the profile with what was written: a school year, a birthday, an age in a chat. A young face alone proves nothing.",
    "Sexual content with a child: do not copy it, do not forward it. Tell the operator at once, who has to report it.",
    "Sure enough? End the account by the rule ‘Nobody under 18’. In doubt, require a selfie.",
  ],
};

const INTIMATE: Steps = {
  title: "An intimate picture without consent",
  steps: [
    "Decide within 48 hours. Believe the person who is in it, unless the picture plainly shows something else.",
    "Remove it by the rule about intimate pictures: then copies of before are found, too.",
    "Threats to publish it, or demands for money? That is fraud: end the account.",
  ],
};

export const REASON_STEPS: Readonly<Record<ReportReason, Steps>> = {
  "Someone is in danger": DANGER,
  "Seems to be under 18": MINOR,
  "Harassment or threats": {
    title: "Harassment or threats",
    steps: [
      "Read the whole conversation, not only the line that was reported. Did somebody say no, and did it go on?",
      "A threat to somebody’s safety is danger: take that rule, and the steps for it.",
      "The first time, ask them to change or mute them for three days. Again: mute for 30. Threats: suspend.",
    ],
  },
  "Hate or discrimination": {
    title: "Hate or discrimination",
    steps: [
      "Words against people for who they are, in messages, bio or prompts. A clumsy question is not yet that.",
      "A slur that was meant: suspend. Body shaming or unasked advice: ask them to change, then mute.",
    ],
  },
  "Nudity or sexual content": {
    title: "Nudity or sexual content",
    steps: [
      "Was it asked for by both? Nudity does not belong on Spotter in any case: remove the picture.",
      "Sent to somebody who did not want it: mute, and suspend if it goes on.",
      "Is it a picture of somebody else? Then it may be an intimate picture without consent.",
    ],
  },
  "Spam or a scam": {
    title: "Spam or a scam",
    steps: [
      "Requests for money, gift cards or crypto, a move to another app, the same message to many: look at the linked accounts, too.",
      "Advertising: ask them to change, or mute. A story that wins trust to get at money: end the account, and answer that it was fraud.",
    ],
  },
  "Fake profile or someone else's photos": {
    title: "Someone else’s photos",
    steps: [
      "Compare the photos with each other, and with a selfie if there is one.",
      "In doubt, require a selfie: it takes a minute, and nobody loses anything.",
      "Stolen photos: remove them by ‘Be you, as you are today’. The owner’s copies are not held then.",
    ],
  },
  "Something else": {
    title: "Something else",
    steps: ["Find the rule that it is about. If no rule names it, say why in your own words, or take no action."],
  },
};

export const NOTICE_STEPS: Readonly<Record<NoticeKind, Steps>> = {
  minor: MINOR,
  intimate: INTIMATE,
  illegal: {
    title: "Something against the law",
    steps: [
      "Whoever wrote may be wrong about the law, or have an interest. Look for what they name, and decide about that alone.",
      "Not there, or not unlawful as far as you can see? Do not tick it. Its sender can ask for another look.",
    ],
  },
};

export const PICTURE_STEPS: Steps = {
  title: "A picture that waits for you",
  steps: [
    "Open it. The reason why it waits is above it: a copy of a known picture, or what the model takes it for. The model is often wrong about sports clothes and pools.",
    "Harmless? Show it. Otherwise remove it, by the rule that it breaks, and say what is in it.",
  ],
};

export const SIGNAL_STEPS: Steps = {
  title: "A sign of fraud",
  steps: [
    "A program noticed it, and nobody reported anything. Couples and families share devices and cards, and a bank can take a payment back by mistake.",
    "Look at the linked accounts. Only if this is the same person as the suspended one: end the account by the rule against coming back. In doubt, require a selfie.",
    "Nothing else speaks against them? No action. Nobody gets an email.",
  ],
};

export const APPEAL_STEPS: Steps = {
  title: "An appeal",
  steps: [
    "Read what was decided and why, then the evidence, then what the member says now.",
    "Decide as if you were the first. Take it back if you would not decide so again; there is no shame in it.",
    "Answer in your own words: what you looked at, and why it stays or goes.",
  ],
};

export const OBJECTION_STEPS: Steps = {
  title: "Another look",
  steps: [
    "The sender of a report or notice says that we got it wrong. Look at the evidence as if for the first time.",
    "Tick it if it was so, and decide what to do about it. If not, leave it without a tick: they learn that it stays.",
  ],
};
export type { Steps };
