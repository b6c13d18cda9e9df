import { type Line, report, toQuantiles } from "#bench/figures.ts";
import { openBrowse, openProfile } from "#bench/load/actions.ts";
import { type Call, mustCall, networkOf, timeEach } from "#bench/load/client.ts";
import { tokenOf } from "#bench/load/members.ts";
import { alternate, itemAt, type Scene } from "#bench/load/scene.ts";
import { costsOf } from "#bench/load/server.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { makeNoisyJpeg, photoForm } from "#server/testing/images.ts";

/** CPU time and bytes of what a member loads who looks around: for docs/scaling.md, without a goal. */
const CLIENTS = 8;
/** So few that the limit of images a minute is not reached. */
const CALLS = 500;
/** About as much as a photo of a phone, once it is encoded. */
const [WIDTH, HEIGHT] = [1080, 1350];

interface Photo {
  readonly url: string;
  readonly thumbnailUrl: string;
}

async function upload({ installation }: Scene, member: number): Promise<Photo> {
  const headers = { authorization: `Bearer ${tokenOf(member)}`, "x-forwarded-for": networkOf(member) };
  const body = photoForm(await makeNoisyJpeg(WIDTH, HEIGHT));
  const response = await fetch(installation.address() + addPhotos.path, { method: addPhotos.method, headers, body });
  const { photos } = (await response.json()) as { photos?: readonly Photo[] };
  const photo = photos?.at(-1);
  if (!photo) throw new Error(`a photo was refused: ${response.status}`);
  return photo;
}

export async function measureCallCosts(scenes: readonly Scene[]): Promise<Line[]> {
  await alternate(1, scenes, async (scene) => {
    const { cast, client, installation } = scene;
    const photo = await upload(scene, cast.light);
    const image = (path: string): Call => ({ method: "GET", path, member: cast.light });
    const viewers = Array.from({ length: CALLS }, (_, nth) => itemAt(cast.matches, nth)[1]);
    await timeEach(CLIENTS, viewers, (viewer) => mustCall(client, openBrowse(viewer)));
    const kinds: Readonly<Record<string, (viewer: number) => Call>> = {
      "a page of a kept list": openBrowse,
      "a profile": (viewer) => openProfile(viewer, itemAt(cast.strangers, viewer)),
      "a small image": () => image(photo.thumbnailUrl),
      "a large image": () => image(photo.url),
    };
    for (const [name, callOf] of Object.entries(kinds)) {
      let bytes = 0;
      const before = await installation.readCosts();
      const times = await timeEach(CLIENTS, viewers, async (viewer) => {
        const { body } = await mustCall(client, callOf(viewer));
        bytes += body.byteLength;
      });
      const costs = costsOf(before, await installation.readCosts(), CALLS);
      report("call costs", name, { version: installation.name, ...costs, bytes: bytes / CALLS, ...toQuantiles(times) });
    }
  });
  return [];
}
