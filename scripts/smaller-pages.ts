import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

function ours(path: string): string {
  return fileURLToPath(new URL(`../src/web/${path}`, import.meta.url));
}

/** Parts of packages that pages for clients get in a smaller form. Their drawings on the server must be the same. */
export const SMALLER_PACKAGES = [
  // Only the server validates with schemas: see docs/decisions/0009-no-zod-in-the-browser.md.
  { find: /^zod$/, replacement: ours("lib/no-zod.ts") },
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: ours("ui/create-icon.ts") },
  // A copy of React's own hook for older versions of React.
  { find: /^use-sync-external-store\/shim$/, replacement: "react" },
];

/** Leaves of the package's icons only their shapes, which is all that ours draws (src/web/ui/create-icon.ts). */
export const onlyShapes: Plugin = {
  name: "only-shapes",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (text) => ({
      code: text
        .replaceAll(/,\s*key: "[^"]*"/g, "")
        .replace(/name: "[^"]*",\s*size: 24,/, "")
        .replace("__iconData.node;", ""),
      map: null,
    }),
  },
};

/** Tools that look into a page's components find nothing in the built one. */
export const withoutDevtools: Plugin = {
  name: "without-devtools",
  apply: "build",
  config: () => ({
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined", "window.__SWR_DEVTOOLS_USE__": "undefined" },
  }),
};

const BEGINS = "@layer properties{@supports";

/**
 * Leaves out what the style sheet repeats for browsers without `@property`, which lack most of its colours as well
 * (`oklch(from …)` in src/web/tokens.css).
 */
export const withoutOldBrowsers: Plugin = {
  name: "without-old-browsers",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
      const text = String(file.source);
      const start = text.indexOf(BEGINS);
      if (start === -1) continue;
      file.source = text.slice(0, start) + text.slice(endOf(text, start));
    }
  },
};

/** The end of the rule that begins there. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] !== "}") continue;
    depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("A rule of the style sheet has no end");
}
