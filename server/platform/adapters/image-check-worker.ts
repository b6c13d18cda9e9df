import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { CheckAnswer, ImageScores } from "#server/platform/adapters/image-checker.ts";
import { hashPicture, type RgbPixels } from "#server/platform/lib/pdq.ts";

/**
 * Looks at stored images in a separate process, which stops itself if it exceeds its memory. The model (MobileNetV2Mid
 * of nsfwjs) and the WebAssembly that runs it are read from their packages; nothing is fetched.
 */

/** The side of the square that the model looks at. The picture is stretched to it, as in the training. */
const MODEL_PX = 224;
/** PDQ is meant for pictures of about this size, and gives the same for larger ones. */
const HASH_PX = 512;
const CLASSES: Readonly<Record<string, keyof ImageScores>> = {
  Drawing: "drawing",
  Hentai: "hentai",
  Neutral: "neutral",
  Porn: "porn",
  Sexy: "sexy",
};

// Page requests have priority.
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadWebp"] });

const require = createRequire(import.meta.url);

async function toPixels(image: Buffer, side: number, fit: "fill" | "inside"): Promise<RgbPixels> {
  const scaled = sharp(image).resize({ width: side, height: side, fit, withoutEnlargement: fit === "inside" });
  const { data, info } = await scaled
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Classify = (pixels: RgbPixels) => Promise<ImageScores>;

/** The package's own loader imports the weights as modules, which takes 8 s and 900 MB for 6 MB of base64. */
async function readModel() {
  const entry = require.resolve("nsfwjs/models/mobilenet_v2_mid");
  const folder = join(dirname(entry), "../../models/mobilenet_v2_mid");
  const { MobileNetV2MidModel: model } = require(entry) as typeof import("nsfwjs/models/mobilenet_v2_mid");
  const { weightsManifest, ...artifacts } = require(join(folder, "model.min.js"));
  const shards = Array.from({ length: model.numOfWeightBundles }, (_, i) => {
    const base64: string = require(join(folder, `group1-shard${i + 1}of${model.numOfWeightBundles}.min.js`));
    return Buffer.from(base64, "base64");
  });
  const weights = Buffer.concat(shards);
  const weightData = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength);
  const weightSpecs = weightsManifest.flatMap((group: { weights: unknown[] }) => group.weights);
  return { ...artifacts, weightSpecs, weightData };
}

async function loadModel(): Promise<Classify> {
  const tf = require("@tensorflow/tfjs") as typeof import("@tensorflow/tfjs");
  const wasm = require("@tensorflow/tfjs-backend-wasm") as typeof import("@tensorflow/tfjs-backend-wasm");
  tf.enableProdMode();
  wasm.setWasmPaths(join(dirname(require.resolve("@tensorflow/tfjs-backend-wasm/package.json")), "dist/"));
  if (!(await tf.setBackend("wasm"))) throw new Error("WebAssembly cannot run the model");
  const { load } = require("nsfwjs/core") as typeof import("nsfwjs/core");
  const artifacts = await readModel();
  // Its types lack what it accepts: anything that loads, as `tf.loadGraphModel` does.
  const source = { load: async () => artifacts } as unknown as string;
  const model = await load(source, { size: MODEL_PX, type: "graph" });
  return async ({ data, width, height }) => {
    const tensor = tf.tensor3d(data, [height, width, 3], "int32");
    const predictions = await model.classify(tensor).finally(() => tensor.dispose());
    return Object.fromEntries(
      predictions.map(({ className, probability }) => [CLASSES[className], probability]),
    ) as unknown as ImageScores;
  };
}

/** Loaded for the first image. A model that cannot be loaded is not tried again. */
let model: Promise<Classify> | undefined;

async function answerTo(image: Buffer): Promise<CheckAnswer> {
  const pdq = hashPicture(await toPixels(image, HASH_PX, "inside"));
  model ??= loadModel();
  const classify = await model.catch((error: unknown) => String(error));
  if (typeof classify === "string") return { pdq, scores: undefined, modelError: classify };
  return { pdq, scores: await classify(await toPixels(image, MODEL_PX, "fill")) };
}

const end = () => process.kill(process.pid, "SIGKILL");
const WATCH_MS = 100;
const memoryBytes = Number(process.argv[2]);
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) end();
}, WATCH_MS);

process.once("disconnect", end);
// Ctrl-C reaches this process, too, while the app lets running jobs finish.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("message", (image: Uint8Array) => {
  answerTo(Buffer.from(image)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies CheckAnswer),
  );
});
