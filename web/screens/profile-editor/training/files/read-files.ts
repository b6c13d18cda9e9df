import { compareByNumbers } from "#contract/format.ts";
import { FILES_MAX } from "#contract/limits.ts";
import type { FileProblem, Workout } from "#web/screens/profile-editor/training/files/workout.ts";
import type { FileReply } from "#web/screens/profile-editor/training/files/workout-files-worker.ts";

/** After this time for one file its worker is ended. The largest files take a slow phone a tenth of it. */
const FILE_MS_MAX = 30_000;

/** The used part of a worker. */
export type FileWorker = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<FileReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

export interface UnreadFile {
  readonly name: string;
  readonly problem: FileProblem;
}

export interface FilesRead {
  readonly workouts: readonly Workout[];
  readonly unread: readonly UnreadFile[];
}

interface Options {
  readonly signal: AbortSignal;
  /** Called before each file, with the number of finished files. */
  readonly onProgress: (done: number) => void;
  readonly createWorker?: () => FileWorker;
  readonly fileMsMax?: number;
}

const startWorker = (): FileWorker =>
  new Worker(new URL("./workout-files-worker.ts", import.meta.url), { type: "module" });

/**
 * The newest ones if there are too many, because the latest weeks count. For files that were unpacked at the same time
 * the names decide, which have ascending numbers or dates.
 */
export function chooseFiles(files: readonly File[]): readonly File[] {
  if (files.length <= FILES_MAX) return files;
  const newestFirst = files.toSorted((a, b) => b.lastModified - a.lastModified || compareByNumbers(b.name, a.name));
  return newestFirst.slice(0, FILES_MAX);
}

/**
 * In a worker, one after the other. An unreadable file does not stop the others.
 * @throws the signal's reason if it is aborted; an Error if the worker does not start
 */
export async function readFiles(
  files: readonly File[],
  { signal, onProgress, createWorker = startWorker, fileMsMax = FILE_MS_MAX }: Options,
): Promise<FilesRead> {
  const workouts: Workout[] = [];
  const unread: UnreadFile[] = [];
  let worker: FileWorker | undefined;
  try {
    for (const [done, file] of files.entries()) {
      onProgress(done);
      worker ??= createWorker();
      const reply = await readFile(worker, file, signal, fileMsMax);
      if (reply === undefined) {
        worker.terminate();
        worker = undefined;
        unread.push({ name: file.name, problem: "slow" });
      } else if ("problem" in reply) {
        unread.push({ name: file.name, problem: reply.problem });
      } else {
        workouts.push(...reply.workouts);
      }
    }
  } finally {
    worker?.terminate();
  }
  return { workouts, unread };
}

/** @returns undefined without a reply in time */
async function readFile(
  worker: FileWorker,
  file: File,
  signal: AbortSignal,
  msMax: number,
): Promise<FileReply | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<FileReply | undefined>();
  const timeout = setTimeout(() => resolve(undefined), msMax);
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the worker that reads files failed"));
  worker.postMessage(file);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener("abort", abort);
  }
}
