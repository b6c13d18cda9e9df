import { expect, test } from "vitest";
import { FILES_MAX } from "#contract/limits.ts";
import { chooseFiles, type FileWorker, readFiles } from "#web/screens/profile-editor/training/files/read-files.ts";
import type { FileReply } from "#web/screens/profile-editor/training/files/workout-files-worker.ts";

const workout = { startedAt: 0, sport: "run", seconds: 60, meters: 200 } as const;

const named = (name: string, lastModified = 0): File => new File([], name, { lastModified });

/** It answers by the name of a file, and never for one that `answer` does not know. */
function fakeWorkers(answer: (name: string) => FileReply | "crash" | undefined) {
  const posted: string[] = [];
  let started = 0;
  let ended = 0;
  const createWorker = (): FileWorker => {
    started++;
    const worker: FileWorker = {
      onmessage: null,
      onerror: null,
      postMessage: ({ name }: File) => {
        posted.push(name);
        const data = answer(name);
        queueMicrotask(() => {
          if (data === "crash") worker.onerror?.(new Event("error") as ErrorEvent);
          else if (data) worker.onmessage?.(new MessageEvent("message", { data }));
        });
      },
      terminate: () => {
        ended++;
      },
    };
    return worker;
  };
  return { createWorker, posted, counts: () => ({ started, ended }) };
}

const signal = new AbortController().signal;

test("files are read by one worker, and one that cannot be read does not stop the others", async () => {
  const workers = fakeWorkers((name) => (name === "b.fit" ? { problem: "damaged" } : { workouts: [workout] }));
  const progress: number[] = [];
  const read = await readFiles(
    ["a.fit", "b.fit", "c.gpx"].map((name) => named(name)),
    {
      signal,
      onProgress: (done) => progress.push(done),
      createWorker: workers.createWorker,
    },
  );
  expect(read).toEqual({ workouts: [workout, workout], unread: [{ name: "b.fit", problem: "damaged" }] });
  expect(progress).toEqual([0, 1, 2]);
  expect(workers.counts()).toEqual({ started: 1, ended: 1 });
});

test("a file that takes too long is given up with its worker, and another one reads the rest", async () => {
  const workers = fakeWorkers((name) => (name === "slow.gpx" ? undefined : { workouts: [workout] }));
  const read = await readFiles(
    ["slow.gpx", "b.fit"].map((name) => named(name)),
    {
      signal,
      onProgress: () => {},
      createWorker: workers.createWorker,
      fileMsMax: 5,
    },
  );
  expect(read).toEqual({ workouts: [workout], unread: [{ name: "slow.gpx", problem: "slow" }] });
  expect(workers.counts()).toEqual({ started: 2, ended: 2 });
});

test("who cancels ends the worker at once", async () => {
  const workers = fakeWorkers(() => undefined);
  const controller = new AbortController();
  const reading = readFiles([named("a.fit"), named("b.fit")], {
    signal: controller.signal,
    onProgress: () => {},
    createWorker: workers.createWorker,
  });
  controller.abort();
  await expect(reading).rejects.toBe(controller.signal.reason);
  expect(workers.posted).toEqual(["a.fit"]);
  expect(workers.counts()).toEqual({ started: 1, ended: 1 });
});

test("a worker that does not start makes the reading fail", async () => {
  const workers = fakeWorkers(() => "crash");
  const reading = readFiles([named("a.fit")], { signal, onProgress: () => {}, createWorker: workers.createWorker });
  await expect(reading).rejects.toThrow("failed");
  expect(workers.counts()).toEqual({ started: 1, ended: 1 });
});

test("of too many files the newest are read, by their names where they are equally new", () => {
  const few = [named("2.fit", 5), named("1.fit", 9)];
  expect(chooseFiles(few)).toBe(few);
  const many = Array.from({ length: FILES_MAX + 10 }, (_, i) => named(`${i}.fit`, i === 3 ? 1 : 0));
  const chosen = chooseFiles(many).map(({ name }) => name);
  expect(chosen).toHaveLength(FILES_MAX);
  expect(chosen.slice(0, 2)).toEqual(["3.fit", `${FILES_MAX + 9}.fit`]);
  expect(chosen).not.toContain("9.fit");
});
