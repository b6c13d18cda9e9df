import pg from "pg";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { OWNER } from "#server/platform/db/embedded-roles.ts";
import { makeNoisyJpeg, photoForm } from "#server/testing/images.ts";
import { seededRandom } from "#server/testing/members.ts";
import { reportCosts } from "./costs.ts";
import { OPTIONS } from "./options.ts";
import { generatePopulation } from "./population.ts";
import { environmentOf, newMember, startProcess } from "./processes.ts";
import { fill } from "./seed.ts";
import { withServer } from "./server.ts";

/**
 * CPU time of the app and of the database for the calls of a member who looks around: a page of Browse from a kept list,
 * a profile, and an image in two sizes. One process serves sixteen clients. The kinds of calls alternate within one run.
 * Options: `--members`, `--runs`, `--seconds`.
 */
const CLIENTS = 16;
const PHOTOS_OF_EACH = 6;
const PAGE = 24;
/** About as much as a photo of a phone, once it is encoded. */
const [WIDTH, HEIGHT] = [1080, 1350];

interface Page {
  readonly profiles: readonly { readonly id: string }[];
}
interface Uploaded {
  readonly photos: readonly { readonly url: string; readonly thumbnailUrl: string }[];
}

const population = generatePopulation(OPTIONS.members, "city", seededRandom(1));

await withServer(
  (_, ctx) => fill(ctx.database, population, 0, seededRandom(2)),
  async (ctx, __, connection) => {
    const owner = new pg.Client({ ...connection, user: OWNER });
    await owner.connect();
    await owner.query(
      `insert into photos (id, member_id, position, key, width, height, thumbhash)
       select gen_random_uuid(), id, position, replace(gen_random_uuid()::text, '-', ''), 1080, 1350, repeat('x', 32)
       from members, generate_series(0, $1::int - 1) as position`,
      [PHOTOS_OF_EACH],
    );
    await owner.query("vacuum analyze").finally(() => owner.end());
    const token = await ctx.transact(async (tx) => {
      const memberId = await createMemberRows(ctx, tx, newMember("viewer"));
      return startSession(ctx, tx, { memberId, device: "A bench" });
    });
    const server = await startProcess("message-server.ts", { ...environmentOf(ctx, connection), ALONE: "yes" });
    const headers = { authorization: `Bearer ${token}` };
    const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const response = await fetch(server.address + path, { headers, ...init });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response;
    };
    const body = photoForm(await makeNoisyJpeg(WIDTH, HEIGHT));
    const uploaded = (await (await call(addPhotos.path, { method: "POST", body })).json()) as Uploaded;
    const page = `${browse.path}?limit=${PAGE}`;
    const { profiles } = (await (await call(page)).json()) as Page;
    const paths = {
      "a page of Browse": page,
      "a profile": getMember.path.replace(":userId", profiles[0]?.id ?? ""),
      "a small image": uploaded.photos[0]?.thumbnailUrl ?? "",
      "a large image": uploaded.photos[0]?.url ?? "",
    };

    const load = async (path: string) => (await (await call(path)).arrayBuffer()).byteLength;
    const kinds = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, () => load(path)]));
    await reportCosts("call-costs", server, ctx.config.dataDir, CLIENTS, kinds);
    server.child.kill("SIGTERM");
  },
);
