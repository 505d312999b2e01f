import { describe, expect, test } from "vitest";
import { withStoredImage } from "#domain/page/video-source.ts";
import { readText, showBlock } from "#tests/support/show-block.tsx";

const ID = "aqz-KE-bpKQ";
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const ASKS = /<(?:iframe|video|img|source)|src=/;

describe("BLOCK-9 Video", () => {
  test("before it is played it is a poster of our own that leads to the video, and asks no one for anything", () => {
    const html = showBlock("Video", { source: `youtu.be/${ID}` });
    expect(html).toContain(`<a href="${WATCH}" class="cp-video__poster">`);
    expect(readText(html)).toEqual(["Play video", "YouTube", `https://youtube.com/watch?v=${ID}`]);
    expect(html).not.toMatch(ASKS);
  });

  test("its poster shows the portal's own copy of its preview image, and nothing of its host", () => {
    const imageId = "AbCdEfGhIjKlMnOpQrStUv";
    const html = showBlock("Video", { source: `https://youtu.be/${ID}#image=${imageId}` });
    expect(html.match(/src="[^"]*"/g)).toEqual([`src="/images/${imageId}/480"`]);
    expect(html).toContain(`<a href="${WATCH}" class="cp-video__poster">`);
  });

  test("its title, which the portal keeps with the preview image, is its caption and part of its name", () => {
    const title = "Größe & «Maß»: 100% (part 1)";
    const source = withStoredImage(`https://youtu.be/${ID}?si=x`, "AbCdEfGhIjKlMnOpQrStUv", title);
    for (const [mode, verb] of [
      ["view", "Play"],
      ["print", "Watch"],
    ] as const) {
      const html = showBlock("Video", { source }, { mode });
      expect(readText(html).slice(0, 4)).toEqual([`${verb} video`, `: ${title}`, "YouTube", title]);
      expect(html).toContain('<p class="cp-video__title">');
      expect(html).toContain(`href="${WATCH}"`);
    }
  });

  test("FIELD-10 it starts where its author lets it, and the reader is told so", () => {
    const html = showBlock("Video", { source: `https://youtu.be/${ID}?t=1h2m3s` });
    expect(readText(html)[0]).toBe("Play video from 1:02:03");
    expect(html).toContain(`href="${WATCH}&amp;t=3723s"`);
  });

  test.each([
    ["https://vimeo.com/76979871", "Vimeo"],
    ["https://www.loom.com/share/0a1b2c", "Loom"],
    ["https://drive.google.com/file/d/0a1b2c/view", "Google Drive"],
    ["https://www.dropbox.com/s/abc/film.mp4?dl=0", "Dropbox"],
    ["https://films.example/roastery", "films.example"],
  ])("FIELD-10 %s is a link to a page on %s", (source, site) => {
    const html = showBlock("Video", { source });
    expect(readText(html).slice(0, 2)).toEqual([`Watch video on ${site}`, "(opens in a new tab)"]);
    expect(html).toContain(
      `<a href="${source}" class="cp-video__poster" target="_blank" rel="noopener noreferrer">`,
    );
  });

  test("BLOCK-19 the source of a file is prefixed with https", () => {
    const html = showBlock("Video", { source: "http://videos.example.com/a.mp4" });
    expect(html).toContain('href="https://videos.example.com/a.mp4"');
    expect(html).not.toMatch(ASKS);
  });

  test.each(["https://www.youtube.com/watch?v=short", "javascript:alert(1)", "", undefined])(
    "without a video in its source (%j) readers see nothing, authors why",
    (source) => {
      expect(showBlock("Video", { source })).toBe("");
      expect(readText(showBlock("Video", { source }, { mode: "edit" }))).toEqual([
        source
          ? "This address has no video in it, so readers see nothing here."
          : "Add the address of a video to show it here.",
      ]);
    },
  );

  test("on paper it is a link with a thumbnail, drawn from data or our own", () => {
    const print = (imageData?: (source: string) => string | undefined) =>
      showBlock("Video", { source: WATCH }, { mode: "print", ...(imageData && { imageData }) });
    expect(readText(print())).toEqual(["Watch video", "YouTube", `https://youtube.com/watch?v=${ID}`]);
    expect(print()).not.toMatch(ASKS);
    const drawn = print((source) => (source.includes(ID) ? "data:image/jpeg;base64,AA" : undefined));
    expect(drawn).toContain('<img src="data:image/jpeg;base64,AA" alt="" class="cp-video__thumbnail"/>');
    expect(drawn).toContain(`href="${WATCH}"`);
  });

  test("on paper, a file of the portal is reached by its full address", () => {
    const html = showBlock(
      "Video",
      { source: "/demo/a.mp4" },
      { mode: "print", siteUrl: "https://portal.example" },
    );
    expect(html).toContain('href="https://portal.example/demo/a.mp4"');
  });
});

describe("BLOCK-14 Video Grid", () => {
  const urls = [
    `https://youtu.be/${ID}`,
    "https://www.youtube.com/",
    { url: "https://youtu.be/eRsGyueVLvQ" },
  ];

  test("a title, and only the videos with an id", () => {
    const html = showBlock("VideoGrid", { title: "At work", urls });
    expect(readText(html).filter((text) => !text.startsWith("https"))).toEqual([
      "At work",
      "Play video 1",
      "YouTube",
      "Play video 2",
      "YouTube",
    ]);
    expect(html).toContain('<h2 class="cp-block-title">At work</h2>');
    expect(html).not.toMatch(ASKS);
  });

  test("on paper, thumbnail links", () => {
    const html = showBlock("VideoGrid", { urls }, { mode: "print" });
    expect(html.match(/class="cp-video__poster"/g)).toHaveLength(2);
    expect(html).toContain('href="https://www.youtube.com/watch?v=eRsGyueVLvQ"');
  });

  test("FIELD-8 with no video left, readers see nothing and its author what is missing", () => {
    const grid = { title: "At work", urls: ["x", "https://vimeo.com/76979871"] };
    for (const mode of ["view", "print"] as const) expect(showBlock("VideoGrid", grid, { mode })).toBe("");
    expect(showBlock("Deliverables", { title: "What you get", items: [{ content: " " }] })).toBe("");
    expect(showBlock("CaseStudies", { header: "Work like yours", cards: [{}] })).toBe("");
    expect(readText(showBlock("VideoGrid", grid, { mode: "edit" }))).toEqual([
      "Add YouTube addresses to show videos here.",
    ]);
  });
});
