import { expect, test } from "vitest";
import { block as VideoGridBlock } from "./blocks/video-grid.ts";
import { readVideoSource, youTubeVideoId } from "./video-source.ts";

const ID = "aqz-KE-bpK_";

test.each([
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?feature=share&v=${ID}&t=90`,
  `m.youtube.com/watch?v=${ID}#here`,
  `//music.youtube.com/watch?v=${ID}&list=PL123`,
  `https://youtu.be/${ID}?si=abc`,
  `youtu.be/${ID}`,
  `https://www.youtube.com/embed/${ID}?start=3`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}/`,
  `https://www.youtube.com/v/${ID}`,
])("BLOCK-9 BLOCK-14 %s has a recognisable id", (address) => {
  expect(youTubeVideoId(address)).toBe(ID);
  expect(readVideoSource(address)).toEqual({ kind: "youtube", videoId: ID });
});

test.each([
  "https://www.youtube.com/",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=",
  "https://www.youtube.com/watch?v=tenletters",
  "https://www.youtube.com/watch?v=twelveletter",
  `https://www.youtube.com/watch?v=${ID.slice(0, 10)}%22`,
  "https://www.youtube.com/@emberandoak",
  `https://youtu.be/channel/${ID}`,
  `https://www.youtube.com/playlist?list=${ID}`,
])("BLOCK-9 BLOCK-14 %s is of YouTube and has none", (address) => {
  expect(youTubeVideoId(address)).toBeUndefined();
  expect(readVideoSource(address)).toEqual({ kind: "unplayable" });
});

test.each([
  [`https://evil.example/watch?v=${ID}`],
  [`https://notyoutube.com/watch?v=${ID}`],
  [`https://youtube.com.evil.example/watch?v=${ID}`],
])("BLOCK-9 %s is not of YouTube: a file on another host", (address) => {
  expect(youTubeVideoId(address)).toBeUndefined();
  expect(readVideoSource(address)).toEqual({ kind: "file", address });
});

test.each([
  ["videos.example.com/roastery.mp4", "https://videos.example.com/roastery.mp4"],
  ["http://videos.example.com/roastery.mp4", "https://videos.example.com/roastery.mp4"],
  ["/demo/roastery.mp4", "/demo/roastery.mp4"],
])("BLOCK-9 BLOCK-19 the source %s is prefixed with https: %s", (source, address) => {
  expect(readVideoSource(source)).toEqual({ kind: "file", address });
});

test.each(["javascript:alert(1)", "https://user:pass@example.com/a.mp4", ID, "data:video/mp4,x"])(
  "BLOCK-9 %s names no video",
  (source) => {
    expect(readVideoSource(source)).toEqual({ kind: "unplayable" });
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
    ID,
  ];
  expect(VideoGridBlock.read({ title: "At work", urls })).toEqual({
    title: "At work",
    urls: [
      { kind: "youtube", videoId: ID },
      { kind: "youtube", videoId: "eRsGyueVLvQ" },
    ],
  });
});
