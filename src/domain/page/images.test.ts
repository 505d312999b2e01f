import { describe, expect, test } from "vitest";
import { type ImageSize, imageAddress, readImageAddress, readImageSize } from "../images/image-address.ts";
import {
  alternativeTexts,
  imageIdsOf,
  outsideImages,
  showStoredImages,
  siteImages,
  videoThumbnails,
  withImageSizes,
  withoutImageSizes,
} from "./images.ts";
import type { PageItem, PuckState } from "./page.ts";
import { readVideoSource, readVideoTitle, thumbnailAddress, withStoredImage } from "./video-source.ts";

const imageId = "abcdefghijklmnopqrstu-";
const OUTSIDE = "https://example.com/a.png";

const block = (type: string, props: object): PageItem => ({ type, props: { id: type, ...props } });
const page = (...content: PageItem[]): PuckState => ({ content, root: { props: {} } });
const everywhere = (source: unknown) =>
  page(
    block("Container", { backgroundImage: source, content: [block("Image", { src: source })] }),
    block("CaseStudies", { cards: [{ image: source }, { title: "Without" }] }),
  );

describe("BLOCK-19 the images of a page", () => {
  test.each([OUTSIDE, "example.com/a.png", "http://example.com/a.png", " //example.com/a.png"])(
    "%j is one of another host, named once",
    (source) => {
      expect(outsideImages(everywhere(source))).toEqual([OUTSIDE]);
    },
  );

  test.each([
    "/demo/a.svg",
    "",
    null,
    7,
    {},
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    `/images/${imageId}`,
  ])("%j is not", (source) => {
    const written = everywhere(source);
    expect(outsideImages(written)).toEqual([]);
    expect(showStoredImages(written, new Map())).toEqual(written);
  });

  test("a video or a link of another host is none", () => {
    expect(
      outsideImages(page(block("Video", { source: OUTSIDE }), block("Button", { link: OUTSIDE }))),
    ).toEqual([]);
  });

  test("are shown from here where they are kept, and not at all where nothing is known of them", () => {
    const size = { width: 20, height: 10 };
    const shown = showStoredImages(everywhere(OUTSIDE), new Map([[OUTSIDE, { imageId, size }]]));
    expect(shown).toEqual(everywhere(`/images/${imageId}/1600#20x10`));
    expect(imageIdsOf(shown)).toEqual([imageId]);
    expect(showStoredImages(everywhere(OUTSIDE), new Map())).toEqual(everywhere(""));
  });

  test("are the same before and after they were fetched, and others are others", () => {
    const fetched = everywhere(imageAddress({ imageId, size: { width: 20, height: 10 } }));
    const before = everywhere(imageAddress({ imageId, size: null }));
    expect(withoutImageSizes(fetched)).toEqual(before);
    expect(withoutImageSizes(before)).toEqual(before);
    const other = everywhere(imageAddress({ imageId: imageId.toUpperCase(), size: null }));
    expect(withoutImageSizes(other)).not.toEqual(before);
  });
});

describe("SPEED-1 BLOCK-8 images in the portal's own folder", () => {
  const size = { width: 1200, height: 520 };

  test("tell their size, and are the same with and without it", () => {
    const written = everywhere("/demo/hero.svg");
    expect(siteImages(written)).toEqual(["/demo/hero.svg"]);
    const shown = withImageSizes(written, new Map([["/demo/hero.svg", size]]));
    expect(shown).toEqual(everywhere("/demo/hero.svg#1200x520"));
    expect(readImageSize("/demo/hero.svg#1200x520")).toEqual(size);
    expect(withoutImageSizes(shown)).toEqual(written);
    expect(withImageSizes(written, new Map())).toEqual(written);
  });

  test.each([
    OUTSIDE,
    `/images/${imageId}`,
    `/images/${imageId}/1600#20x10`,
    "//elsewhere.example/a.svg",
    "/a.svg#layer",
    "",
  ])("%j is none", (source) => expect(siteImages(everywhere(source))).toEqual([]));
});

test.each([null, { width: 1, height: 16_000 }, { width: 2400, height: 1350 }])(
  "an address tells the size %j",
  (size) => {
    expect(readImageAddress(imageAddress({ imageId, size }))).toEqual({ imageId, size });
  },
);

test.each([
  "/images/",
  "/images/short",
  `/images/${imageId}/480`,
  `/images/${imageId}/480#0x`,
  `https://evil.example/images/${imageId}`,
  `/images/${imageId}"onload="`,
])("%j is no such address", (source) => {
  expect(readImageAddress(source)).toBeNull();
});

test("BLOCK-9 BLOCK-14 the videos of a page have images of YouTube's, each once and at any depth; files have none", () => {
  const [first, second] = ["aqz-KE-bpKQ", "eRsGyueVLvQ"];
  const videos = page(
    block("Container", { content: [block("Video", { source: `https://youtu.be/${first}` })] }),
    block("VideoGrid", {
      urls: [`https://youtu.be/${first}`, "x", { url: `youtube.com/watch?v=${second}` }],
    }),
    block("Video", { source: "example.com/a.mp4" }),
    block("Video", { source: "https://www.youtube.com/" }),
    block("Image", { src: OUTSIDE, source: `https://youtu.be/${second}` }),
  );
  expect(videoThumbnails(videos)).toEqual(
    [first, second].map((id) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`),
  );
  expect(outsideImages(videos)).toEqual([OUTSIDE, ...videoThumbnails(videos)]);
});

test("BLOCK-9 BLOCK-14 readers get the stored preview image with a video's address, and the content stays the same", () => {
  const written = (source: string) =>
    page(block("Video", { source }), block("VideoGrid", { urls: [source, { url: source }] }));
  const sizes = { stored: { width: 480, height: 360 }, pending: null };
  for (const source of [
    "youtu.be/aqz-KE-bpKQ",
    "https://youtu.be/aqz-KE-bpKQ?t=3#x",
    " youtu.be/aqz-KE-bpKQ ",
  ]) {
    const show = (size: ImageSize | null, title?: string) =>
      showStoredImages(
        written(source),
        new Map([[thumbnailAddress("aqz-KE-bpKQ"), { imageId, size, title }]]),
      );
    expect(show(sizes.pending)).toEqual(written(source));
    expect(withoutImageSizes(show(sizes.stored))).toEqual(written(source));
    const [video] = show(sizes.stored).content;
    const start = source.includes("t=3") && { start: 3 };
    const shown = {
      kind: "youtube",
      videoId: "aqz-KE-bpKQ",
      ...start,
      imageId,
    };
    expect(readVideoSource(video?.props.source)).toEqual(shown);
    const titled = show(sizes.stored, "A film (1)");
    expect(withoutImageSizes(titled)).toEqual(written(source));
    const named = { ...shown, title: "A film (1)" };
    expect(readVideoSource(titled.content[0]?.props.source)).toEqual(named);
  }
});

test.each([
  ["  A  film\n", "A film"],
  ["<b>A</b> film", "<b>A</b> film"],
  ["A\u0000 \u202Efilm\u2069", "A film"],
  ["😀".repeat(300), `${"😀".repeat(119)}…`],
  ["\ud83d", null],
  ["", null],
  [7, null],
])("the title of a video, %j, is read as one line of plain text", (written, read) => {
  expect(readVideoTitle(written)).toBe(read);
});

test.each(["A film", "100 % «Größe» & more = 1#2", "日本語".repeat(40), "😀".repeat(119)])(
  "the title %s comes with a video's address, and goes again",
  (title) => {
    const source = "https://youtu.be/aqz-KE-bpKQ";
    const shown = withStoredImage(source, imageId, title);
    expect(readVideoSource(shown)).toEqual({ kind: "youtube", videoId: "aqz-KE-bpKQ", imageId, title });
    expect(withStoredImage(shown, imageId, null)).toBe(withStoredImage(source, imageId));
  },
);

test("an encoding that is none is no title", () => {
  expect(readVideoSource(`https://youtu.be/aqz-KE-bpKQ#image=${imageId}&title=%E0%A4%A`)).toEqual({
    kind: "youtube",
    videoId: "aqz-KE-bpKQ",
    imageId,
  });
});

test("STUDIO-5 the last alternative text of each picture is remembered, whatever its address looks like", () => {
  const image = (src: unknown, alt: unknown) => block("Image", { src, alt });
  const described = page(
    block("Container", { backgroundImage: OUTSIDE, content: [image("example.com/a.png", " A cup ")] }),
    image(imageAddress({ imageId, size: { width: 2, height: 1 } }), "A kiln"),
    image(imageAddress({ imageId, size: null }), "A wood kiln"),
    image("https://example.com/none.png", " "),
    image("https://example.com/long.png", "x".repeat(2001)),
    image(undefined, "No picture"),
  );
  expect([...alternativeTexts(described)]).toEqual([
    [OUTSIDE, "A cup"],
    [`/images/${imageId}`, "A wood kiln"],
  ]);
});
