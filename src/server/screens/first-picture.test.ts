import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import type { Deps } from "../deps.ts";
import { firstPictures, rootOf } from "./first-picture.ts";

test("SPEED-9 a screen that cannot be drawn is logged, and its page goes out empty", async () => {
  const logged: string[] = [];
  const deps = {
    env: { publicUrl: "https://portal.example", isDeclarationTicked: true },
    settings: { now: () => ({ logoImageId: null }) },
    log: { error: (_error: unknown, text: string) => logged.push(text) },
  } as unknown as Deps;
  const draw = firstPictures(deps, "/no/such/folder");
  const request = { url: "/login", hostname: "portal.example" } as FastifyRequest;
  expect(await draw(request, { token: null, answers: [] })).toBeNull();
  expect(logged).toEqual(["A screen could not be drawn, its page goes out empty"]);
});

const NONCES = { script: "s0", style: "n0" };

function withoutScript(html: string): string {
  return html.replace(/<script nonce="s0">.*?<\/script>/, "");
}

const HIDDEN = "#root[data-drawn]:not(:has(~*)){visibility:hidden}";

/** The sheet of a drawing with these rules of single elements. */
const sheetOf = (rules: string) => `<style id="drawn-styles" nonce="n0">${rules}${HIDDEN}</style>`;

test("no text passes for the style of its element", () => {
  const html = `<a title="a style=" href=" onclick=alert(1) b">c</a>`;
  expect(withoutScript(rootOf(html, NONCES))).toBe(`${sheetOf("")}<div id="root" data-drawn>${html}</div>`);
});

test("an element's own style becomes a rule with the nonce, and text that looks like one stays", () => {
  const html = `<p style="color:#123;background:url(&quot;/a&amp;b.png&quot;)">She wrote style="x"</p><b style="color:#123"></b><i style="color:#123"></i>`;
  expect(withoutScript(rootOf(html, NONCES))).toBe(
    sheetOf(
      `#root#root [data-drawn-style="0"]{color:#123;background:url("/a&b.png")}` +
        `#root#root [data-drawn-style="1"]{color:#123}`,
    ) +
      `<div id="root" data-drawn><p data-drawn-style="0">She wrote style="x"</p>` +
      `<b data-drawn-style="1"></b><i data-drawn-style="1"></i></div>`,
  );
});

test.each([`x:</style&gt;`, "x:&lt;/style&gt;", "color:red}body{display:none", "content:&quot;\\22&quot;"])(
  "a style that could end its rule is left out until the script comes: %s",
  (style) => {
    expect(rootOf(`<p style="${style}">a</p>`, NONCES)).toContain(sheetOf(""));
  },
);
