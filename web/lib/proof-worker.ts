import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Off the main thread. Posts the solution or null. */
addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => postMessage(solution),
    () => postMessage(null),
  );
});
