import { readFileSync } from "node:fs";
import { pino } from "pino";
import sharp from "sharp";
import { CAST } from "#demo/members/members.ts";
import { createImageChecker, type ImageScores } from "#server/platform/adapters/image-checker.ts";

/**
 * Measures the check of images: `npm run bench -- image-checks`. Encodes the photos of the demo members, 320 and 1080
 * px wide, and prints the time per image, the memory of the process, and how many would be held at some thresholds.
 */

const THRESHOLDS = [0.5, 0.7, 0.85, 0.95];

/** The resident memory of the only child process of this one, in MB. */
function childMemoryMb(): number {
  const [pid = ""] = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const files = CAST.flatMap((member) => member.photos.map(({ file }) => file));
const checker = createImageChecker(pino({ level: "error" }));

async function measure(width: number): Promise<ImageScores[]> {
  const images = await Promise.all(files.map((file) => sharp(file).resize(width).webp({ quality: 82 }).toBuffer()));
  const times: number[] = [];
  const scores: ImageScores[] = [];
  const begun = performance.now();
  for (const image of images) {
    const from = performance.now();
    const checked = await checker.check(image);
    times.push(performance.now() - from);
    if (checked.scores) scores.push(checked.scores);
  }
  const total = performance.now() - begun;
  const [first = 0] = times;
  const sorted = times.slice(1).sort((a, b) => a - b);
  const numbers = [quantile(sorted, 0.5), quantile(sorted, 0.95), first].map((ms) => `${ms.toFixed(0)} ms`);
  console.log(
    `${width} px: ${images.length} images in ${(total / 1000).toFixed(1)} s, ${childMemoryMb().toFixed(0)} MB`,
  );
  console.log(`  p50 ${numbers[0]}, p95 ${numbers[1]}, the first one ${numbers[2]}`);
  return scores;
}

const scores = [...(await measure(320)), ...(await measure(1080))];
const explicit = scores.map(({ porn, hentai }) => Math.max(porn, hentai)).sort((a, b) => b - a);
console.log(`highest explicit scores: ${explicit.slice(0, 5).map((score) => score.toFixed(3))}`);
for (const threshold of THRESHOLDS)
  console.log(`  ${threshold}: ${explicit.filter((score) => score >= threshold).length} of ${scores.length} held`);
await checker.stop();
