import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { getDocument } from "#contract/documents.ts";
import { readVideoSource, thumbnailAddress } from "#domain/page/video-source.ts";
import { fetchImage, MAX_VIDEO_ATTEMPTS } from "#server/images/fetch-image.job.ts";
import { registerImagesOfPages } from "#server/images/register-images.ts";
import { QuietFailure } from "#server/jobs/job.ts";
import { OutsideError } from "#server/outside/guarded-request.ts";
import { images } from "#server/schema/images.ts";
import { makeDocument, makePerson, unique } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeImage } from "#tests/support/make-image.ts";

let picture: Uint8Array;
let on: TestApp;
beforeAll(async () => {
  picture = await makeImage(1200, 800).jpeg().toBuffer();
});
afterEach(() => on.close());

async function rowOf(videoId: string) {
  const [row] = await on.db
    .select()
    .from(images)
    .where(eq(images.sourceUrl, thumbnailAddress(videoId)));
  return row;
}

/** A document with these videos, and how its readers get them. */
async function makeFilms(videoIds: readonly string[]) {
  const writer = await makePerson(on.db);
  const content = videoIds.map((id) => ({
    type: "Video",
    props: { id: unique("video"), source: `https://youtu.be/${id}` },
  }));
  const puckState = { root: { props: {} }, content };
  const { organizationId } = writer;
  const { uniqueDocumentId: id } = await makeDocument(on.db, { organizationId, puckState });
  await on.db.transaction((tx) => registerImagesOfPages(tx, on.deps, [{ page: puckState, organizationId }]));
  return async () => {
    const { puckState: shown } = await on.request(getDocument, { as: writer, params: { id } });
    return shown.content.map(({ props }) => readVideoSource(props.source));
  };
}

test("BLOCK-9 the title of a video is stored with its picture as plain text; without one the picture is shown alone", async () => {
  const [titled, untitled, hostile] = ["aqz-KE-bpKQ", "eRsGyueVLvQ", "dQw4w9WgXcQ"] as const;
  const titleCall = (id: string) =>
    `https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&format=json`;
  const answers = new Map<string, Uint8Array>([
    ...[titled, untitled, hostile].map((id) => [thumbnailAddress(id), picture] as const),
    [titleCall(titled), Buffer.from('{"title":"Big\\n <b>Buck</b> \\u202eBunny","type":"video"}')],
    [titleCall(hostile), Buffer.from("<html></html>")],
  ]);
  const fetch = async (address: string) => {
    const answer = answers.get(address);
    if (answer === undefined) throw new OutsideError("Its host answered 404.", { isFinal: true });
    return answer;
  };
  on = await createTestApp({}, { fetch });
  const show = await makeFilms([titled, untitled, hostile]);
  for (const id of [titled, untitled, hostile])
    await expect.poll(async () => (await rowOf(id))?.width).toBe(1200);
  const kept = { kind: "youtube", imageId: expect.stringMatching(/^[\w-]{22}$/) };
  expect(await show()).toEqual([
    { ...kept, videoId: titled, title: "Big <b>Buck</b> Bunny" },
    { ...kept, videoId: untitled },
    { ...kept, videoId: hostile },
  ]);
});

test("BLOCK-9 a portal without internet retries the picture of a video for about a day, without log lines", async () => {
  const fetch = () => Promise.reject(new OutsideError("Its host can't be reached.", { isFinal: false }));
  on = await createTestApp({}, { fetch });
  const { length: started } = on.log.records;
  const show = await makeFilms(["aqz-KE-bpKQ"]);
  const row = () => rowOf("aqz-KE-bpKQ");
  await expect.poll(async () => (await row())?.attempts).toBeGreaterThan(0);
  await on.deps.queue.stop();
  expect(await show()).toEqual([{ kind: "youtube", videoId: "aqz-KE-bpKQ" }]);
  const imageId = (await row())?.imageId ?? "";
  await on.db.update(images).set({ attempts: MAX_VIDEO_ATTEMPTS - 2 });
  await expect(fetchImage.run(on.deps, { imageId })).rejects.toThrow(QuietFailure);
  expect(await row()).toMatchObject({ failure: null });
  const loud = () => on.log.records.slice(started).filter(({ level }) => level >= 40);
  expect(loud()).toEqual([]);
  await fetchImage.run(on.deps, { imageId });
  expect(await row()).toMatchObject({ failure: "Its host can't be reached." });
  expect(loud()).toEqual([]);
});
