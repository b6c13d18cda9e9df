/** As the screens use them; see `useShortcuts`. */
export const KEYS = [
  ["j, k", "The next, the previous case"],
  ["Enter", "Open the chosen case; in a case: decide it"],
  ["1 to 9, 0", "Choose an act, or leave it out; the same one in each case"],
  ["w", "What you found: the next of the ready texts"],
  ["f", "Where it is asked: it was fraud, or it was not"],
  ["p", "Show or blur the pictures"],
  ["a", "Answer a contact message; Ctrl or ⌘ and Enter sends it"],
  ["n", "Write a note"],
  ["r", "Release the case to others, or claim it again"],
  ["u", "Undo your last decision, and go back to its case"],
  ["/", "Search"],
  ["Esc", "Leave a field; from a case back to the queue"],
  ["?", "This help"],
] as const;
