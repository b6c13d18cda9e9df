import { readWorkouts } from "#web/screens/profile-editor/training/files/read-workouts.ts";
import { unpackFile } from "#web/screens/profile-editor/training/files/unpack-file.ts";
import { FileError, type FileProblem, type Workout } from "#web/screens/profile-editor/training/files/workout.ts";

export type FileReply = { readonly workouts: readonly Workout[] } | { readonly problem: FileProblem };

/**
 * One after the other. The server allows this script no connection at all, so that no file can leave the device: see
 * `server/platform/http/security-headers.ts`.
 */
addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  unpackFile(data)
    .then((bytes): FileReply => ({ workouts: readWorkouts(bytes) }))
    .catch((error: unknown): FileReply => ({ problem: error instanceof FileError ? error.problem : "unreadable" }))
    .then((reply) => postMessage(reply), reportError);
});
