import { expect, test } from "vitest";
import { addLayer, isFreeFor } from "#web/ui/layers.ts";
import { chooseToast } from "#web/ui/toast.tsx";

test("lets one layer lie over a screen: a dialog, or else a toast, or else a new version, or else the install banner", () => {
  const free = () => (["dialog", "toast", "version", "install"] as const).filter((layer) => isFreeFor(layer));
  expect(free()).toEqual(["dialog", "toast", "version", "install"]);
  const removeVersion = addLayer("version");
  expect(free()).toEqual(["dialog", "toast", "version"]);
  const removeToast = addLayer("toast");
  expect(free()).toEqual(["dialog", "toast"]);
  const [removeDialog, removeQuestion] = [addLayer("dialog"), addLayer("dialog")];
  expect(free()).toEqual(["dialog"]);
  removeQuestion();
  expect(free()).toEqual(["dialog"]);
  removeDialog();
  removeToast();
  removeVersion();
  expect(free()).toEqual(["dialog", "toast", "version", "install"]);
});

test("keeps the install banner from a bar with a screen's buttons", () => {
  const removeBar = addLayer("bar");
  expect(isFreeFor("install")).toBe(false);
  expect(isFreeFor("version")).toBe(true);
  removeBar();
  expect(isFreeFor("install")).toBe(true);
});

test("shows the newest alert before news, and over a dialog alerts only", () => {
  const [news, older, newer] = [{ kind: "news" }, { kind: "done" }, { kind: undefined }] as const;
  expect(chooseToast([news, older, newer], false)).toBe(newer);
  expect(chooseToast([news], false)).toBe(news);
  expect(chooseToast([news, older], true)).toBe(older);
  expect(chooseToast([news], true)).toBeUndefined();
});
