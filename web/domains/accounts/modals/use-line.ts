import { useState } from "react";
import { formatCount } from "#contract/format.ts";

const describePlace = (place: number): string =>
  place === 1 ? "You're next in line" : `Number ${formatCount(place)} in line`;

/** The place in line of a request, for the button that sent it, which has the room: nothing moves. */
export function useLine() {
  const [place, setPlace] = useState<number>();
  const [announced, setAnnounced] = useState("");
  return {
    /** Undefined while the request does not wait. */
    text: place === undefined ? undefined : describePlace(place),
    /** For screen readers: the first place, and the last one. */
    announced,
    show: (next: number): void => {
      setPlace(next);
      setAnnounced((before) => (before === "" || next === 1 ? describePlace(next) : before));
    },
    end: (): void => {
      setPlace(undefined);
      setAnnounced("");
    },
  };
}
