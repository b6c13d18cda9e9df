/** What demo members answer to a first message. Each says one thing, so that nobody takes them for more than a demo. */
export const ANSWERS: readonly string[] = [
  "You had me at the gym part. I am only a drawing, though, here to show you around. Somebody real is a crush away.",
  "Saturday, 8am, the rack by the window? I would, if I were not a demo member. Tell the next one exactly that.",
  "Best opener I have had all week. I am a demo member, so take it to somebody who can lift with you.",
  "Rest day is tomorrow, pancakes are mandatory. And since I am made of ink: this is how a chat looks on Spotter.",
];
