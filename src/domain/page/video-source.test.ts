import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "#tests/support/suite-cases.ts";
import { block as VideoGridBlock } from "./blocks/video-grid.ts";
import { readVideoSource, withStoredImage, youTubeVideoId } from "./video-source.ts";

const ID = "aqz-KE-bpK_";

test.each([
  [`https://www.youtube.com/watch?v=${ID}`, 0],
  [`http://youtube.com/watch?feature=share&v=${ID}&t=90`, 90],
  [`m.youtube.com/watch?v=${ID}#here`, 0],
  [`//music.youtube.com/watch?v=${ID}&list=PL123`, 0],
  [`https://youtu.be/${ID}?si=abc`, 0],
  [`https://youtu.be/${ID}?si=abc&t=1m30s`, 90],
  [`https://youtu.be/${ID}&t=30`, 30],
  [`youtu.be/${ID}`, 0],
  [`https://www.youtube.com/embed/${ID}?start=3`, 3],
  [`https://www.youtube-nocookie.com/embed/${ID}`, 0],
  [`https://www.youtube.com/shorts/${ID}`, 0],
  [`https://www.youtube.com/live/${ID}/`, 0],
  [`https://www.youtube.com/v/${ID}`, 0],
  [`https://img.youtube.com/vi/${ID}/hqdefault.jpg`, 0],
  [`https://www.youtube.com/?vi=${ID}`, 0],
  [`https://www.youtube.com/watch/${ID}`, 0],
  [`https://www.youtube.com/watch?v=${ID}?t=30`, 30],
  [`https://www.youtube.com/watch?v=${ID}#t=1h2m3s`, 3723],
  [`https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26t%3D90s`, 90],
  [`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`, 0],
  [`<iframe width="560" src="https://www.youtube.com/embed/${ID}?si=a&amp;start=9" title="x"></iframe>`, 9],
  [ID, 0],
])("FIELD-10 BLOCK-9 BLOCK-14 %s has a recognisable id and starts at %i seconds", (address, start) => {
  expect(youTubeVideoId(address)).toBe(ID);
  expect(readVideoSource(address)).toEqual({ kind: "youtube", videoId: ID, ...(start > 0 && { start }) });
});

test.each([
  ["https://www.youtube.com/", "incomplete"],
  ["https://www.youtube.com/watch", "incomplete"],
  ["https://www.youtube.com/watch?v=", "incomplete"],
  ["https://www.youtube.com/watch?v=tenletters", "incomplete"],
  ["https://www.youtube.com/watch?v=twelveletter", "incomplete"],
  [`https://www.youtube.com/watch?v=${ID.slice(0, 10)}%22`, "incomplete"],
  ["https://www.youtube.com/@emberandoak", "channel"],
  ["https://www.youtube.com/channel/UC1234567890", "channel"],
  [`https://youtu.be/channel/${ID}`, "channel"],
  [`https://www.youtube.com/playlist?list=${ID}`, "playlist"],
  ["https://www.youtube.com/embed/videoseries?list=PL123", "playlist"],
  ["https://www.youtube.com/embed/live_stream?channel=UC123", "incomplete"],
  ["https://www.youtube.com/clip/UgkxAbCdEfGhIjKl", "clip"],
] as const)("FIELD-10 BLOCK-9 BLOCK-14 %s is of YouTube and has none: %s", (address, reason) => {
  expect(youTubeVideoId(address)).toBeUndefined();
  expect(readVideoSource(address)).toEqual({ kind: "unplayable", reason });
});

test.each([
  [`https://evil.example/watch?v=${ID}`, "evil.example"],
  [`https://notyoutube.com/watch?v=${ID}`, "notyoutube.com"],
  [`https://youtube.com.evil.example/watch?v=${ID}`, "youtube.com.evil.example"],
  ["https://vimeo.com/76979871", "Vimeo"],
  ["https://player.vimeo.com/video/76979871?h=1", "Vimeo"],
  ["https://www.loom.com/share/0a1b2c3d", "Loom"],
  ["https://drive.google.com/file/d/1a2b3c/view?usp=sharing", "Google Drive"],
  ["https://www.dropbox.com/s/abc/film.mp4?dl=0", "Dropbox"],
  ["https://ember.sharepoint.com/:v:/s/site/film.mp4", "SharePoint"],
  ["https://www.example.com/about-us", "example.com"],
])("FIELD-10 BLOCK-9 %s is a page on %s, not a video", (address, site) => {
  expect(youTubeVideoId(address)).toBeUndefined();
  expect(readVideoSource(address)).toEqual({ kind: "page", address, site });
});

test.each(["hello-world", "testimonial", "Testimonial", "2026-launch", "FilmVersion", "HELLO_WORLD"])(
  "FIELD-10 %s has as many letters as an id and is taken for none",
  (words) => {
    expect(readVideoSource(words)).toEqual({ kind: "unplayable", reason: "noAddress" });
  },
);

test.each([
  ["videos.example.com/roastery.mp4", "https://videos.example.com/roastery.mp4"],
  ["http://videos.example.com/roastery.mp4", "https://videos.example.com/roastery.mp4"],
  ["/demo/roastery.mp4", "/demo/roastery.mp4"],
])("BLOCK-9 BLOCK-19 the source %s is prefixed with https: %s", (source, address) => {
  expect(readVideoSource(source)).toEqual({ kind: "file", address });
});

test.each(["javascript:alert(1)", "https://user:pass@example.com/a.mp4", "data:video/mp4,x"])(
  "BLOCK-9 %s names no video",
  (source) => {
    expect(readVideoSource(source)).toEqual({ kind: "unplayable", reason: "noAddress" });
  },
);

test.each([undefined, null, "", "  ", 5, {}])("BLOCK-9 without a source (%j) there is none", (source) => {
  expect(readVideoSource(source)).toEqual({ kind: "none" });
});

test("BLOCK-14 a grid has the videos with an id, in their order", () => {
  const urls = [
    `https://youtu.be/${ID}`,
    { url: "youtu.be/eRsGyueVLvQ" },
    "https://youtu.be/",
    null,
    { url: 5 },
    "hello-world",
  ];
  expect(VideoGridBlock.read({ title: "At work", urls })).toEqual({
    title: "At work",
    urls: [
      { kind: "youtube", videoId: ID },
      { kind: "youtube", videoId: "eRsGyueVLvQ" },
    ],
  });
});

/** Addresses of one video, drawn from what people copy, type and paste, with the start that each names. */
const id = fc.stringMatching(/^[\w-]{11}$/).filter((one) => !["videoseries", "live_stream"].includes(one));
const time = fc.integer({ min: 1, max: 86_399 }).chain((start) => {
  const [h, m, s] = [Math.floor(start / 3600), Math.floor(start / 60) % 60, start % 60];
  const spelled = [h && `${h}h`, m && `${m}m`, s && `${s}s`].filter(Boolean).join("");
  return fc.constantFrom(`${start}`, `${start}s`, spelled).map((text) => ({ start, text }));
});
const named = fc.constantFrom("t", "start", "time_continue");
const extra = fc.constantFrom(
  "",
  "&si=AbC-d_1",
  "&feature=share",
  "&list=PL123&index=2",
  "&ab_channel=A+film",
);
const protocol = fc.constantFrom("", "//", "http://", "https://", " https://");
const host = fc.constantFrom(
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "YouTube.com",
);
const youTubeAddress = fc
  .record({ id, time: fc.option(time, { nil: undefined }), named, extra, protocol, host })
  .chain(({ id, time, named, extra, protocol, host }) => {
    const start = time ? `&${named}=${time.text}` : "";
    const inQuery = `${extra}${start}`.replace("&", "?");
    const path = fc.constantFrom("embed", "shorts", "live", "v", "vi", "e", "watch");
    const address = fc.oneof(
      fc.constantFrom("v", "vi").map((name) => `${protocol}${host}/watch?${name}=${id}${extra}${start}`),
      fc.constant(`${protocol}${host}/watch?feature=x&v=${id}${start}${extra}`),
      fc.constant(`${protocol}${host}/watch?v=${id}${start.replace("&", "?")}`),
      fc.constant(`${protocol}youtu.be/${id}${inQuery}`),
      fc.constant(`${protocol}youtu.be/${id}${start}`),
      fc.constant(`${protocol}youtu.be/${id}${start.replace("&", "#")}`),
      path.map((one) => `${protocol}${host}/${one}/${id}${inQuery}`),
      fc.constant(`${protocol}www.youtube-nocookie.com/embed/${id}${inQuery}`),
      fc.constant(`${protocol}${host}/attribution_link?u=${encodeURIComponent(`/watch?v=${id}${start}`)}`),
      fc.constant(
        `<iframe src="https://www.youtube.com/embed/${id}${inQuery.replaceAll("&", "&amp;")}"></iframe>`,
      ),
    );
    return address.map((written) => ({ written, videoId: id, start: time?.start }));
  });

test("FIELD-10 every address of the grammar is read as its video, from its start, and keeps both with our copy", () => {
  fc.assert(
    fc.property(youTubeAddress, ({ written, videoId, start }) => {
      const video = { kind: "youtube", videoId, ...(start !== undefined && { start }) };
      expect(readVideoSource(written), written).toEqual(video);
      const imageId = "AbCdEfGhIjKlMnOpQrStUv";
      expect(readVideoSource(withStoredImage(written.trim(), imageId)), written).toEqual({
        ...video,
        imageId,
      });
    }),
    { seed: SEED, numRuns: casesFor(300, 5000) },
  );
});

test("FIELD-10 no text is read as another video than it names, and none fails", () => {
  const noise = fc.oneof(
    youTubeAddress.map(({ written }) => written),
    fc.string(),
    fc.webUrl(),
  );
  const cut = fc.tuple(noise, fc.nat(60), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(cut, ([text, at, inserted]) => {
      const written = `${text.slice(0, at)}${inserted}${text.slice(at)}`;
      const read = readVideoSource(written);
      if (read.kind === "youtube") expect(written.includes(read.videoId), written).toBe(true);
      if (read.kind === "page" || read.kind === "file")
        expect(read.address).toMatch(/^(https:\/\/|\/(?!\/))/);
    }),
    { seed: SEED, numRuns: casesFor(500, 10_000) },
  );
});
