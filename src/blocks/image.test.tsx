import { describe, expect, test } from "vitest";
import { imageAddress } from "#domain/images/image-address.ts";
import { readText, showBlock } from "#tests/support/show-block.tsx";

const imageId = "abcdefghijklmnopqrstu_";
const show = (size: { width: number; height: number } | null, more = {}, context = {}) =>
  showBlock("Image", { src: imageAddress({ imageId, size }), alt: "A cup", ...more }, context);

describe("BLOCK-8 BLOCK-19 an image that the portal keeps", () => {
  test("lets the browser choose a width, and has its room before it is loaded", () => {
    const html = show({ width: 1200, height: 800 });
    expect(html).toContain(
      `srcSet="/images/${imageId}/480 480w, /images/${imageId}/960 960w, /images/${imageId}/1600 1200w"`,
    );
    expect(html).toContain('sizes="min(1200px, 100vw, 52rem)"');
    expect(html).toContain('width="1200" height="800"');
    expect(html).toContain('style="width:min(100%, 1200px, 120vh)"');
  });

  test.each([
    [300, "480 300w"],
    [480, "480 480w"],
    [2400, "480 480w, /images/abcdefghijklmnopqrstu_/960 960w, /images/abcdefghijklmnopqrstu_/1600 1600w"],
  ])("of %i pixels is offered in no width twice", (width, offered) => {
    expect(show({ width, height: 100 })).toContain(`srcSet="/images/${imageId}/${offered}"`);
  });

  test("in a size of its author's keeps that", () => {
    const html = show({ width: 1200, height: 800 }, { sizeMode: "custom", width: 240 });
    expect(html).toContain('sizes="240px"');
    expect(html).toContain('style="width:240px;height:auto;object-fit:contain"');
  });

  test.each([
    [{ width: 120 }, "width:120px;height:auto;object-fit:contain"],
    [{ height: 120 }, "width:auto;height:120px;object-fit:contain"],
    [{}, "width:auto;height:auto;object-fit:contain"],
    [{ width: 120, height: 80 }, "width:120px;height:80px;object-fit:cover"],
  ])("FIELD-8 with %j of its author's it keeps its proportions, on screen as on paper", (own, style) => {
    const size = { width: 1200, height: 520 };
    for (const mode of ["view", "print"] as const) {
      const html = show(
        size,
        { sizeMode: "custom", ...own },
        { mode, imageData: () => "data:image/png;base64,AA" },
      );
      expect(html).toContain(`style="${style}"`);
    }
  });

  test("in the portal's own folder has its room too, as far as its size is known", () => {
    const html = showBlock("Image", { src: "/demo/hero.svg#1200x520", alt: "The harbour" });
    expect(html).toContain('width="1200" height="520"');
    expect(html).toContain('style="width:min(100%, 1200px, 184.62vh)"');
    expect(html).not.toContain("srcSet");
    expect(showBlock("Image", { src: "/demo/hero.svg" })).not.toContain("width=");
  });

  test("that is not there is told in words, and nothing is asked for", () => {
    for (const mode of ["view", "edit", "print"]) {
      const html = show(null, {}, { mode, siteUrl: "https://portal.test", imageData: () => "data:," });
      expect(readText(html)).toEqual(["Image: A cup"]);
      expect(html).not.toMatch(/<img|<a |\/images\//);
    }
    expect(readText(show(null, { alt: "" }))).toEqual(["Image"]);
  });

  test("that is not there leaves a container and a case study without an image", () => {
    const src = imageAddress({ imageId, size: null });
    const html = [
      showBlock("Container", { backgroundImage: src }),
      showBlock("CaseStudies", { cards: [{ title: "Harbour", image: src }] }),
    ].join("");
    expect(html).not.toContain("/images/");
  });

  test("on paper is drawn from data alone", () => {
    const html = show(
      { width: 1200, height: 800 },
      {},
      { mode: "print", imageData: () => "data:image/jpeg;base64,AA" },
    );
    expect(html).toContain('src="data:image/jpeg;base64,AA"');
    expect(html).not.toContain("/images/");
  });
});
