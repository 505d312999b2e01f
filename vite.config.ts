import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { helpersInBase } from "./scripts/helpers-in-base.ts";
import {
  onlyShapes,
  SMALLER_PACKAGES,
  withoutDevtools,
  withoutOldBrowsers,
} from "./scripts/smaller-pages.ts";
import { withoutSchemas } from "./scripts/without-schemas.ts";

/** A shared file of the build: these modules, and what they import unless a group of a higher priority has it. */
function group(name: string, priority: number, modules: readonly string[]) {
  return { name, priority, test: new RegExp(modules.join("|")) };
}

/** What is fetched when somebody opens it on a screen. */
const OPENED =
  /client-(search|menu|view-pass)|meet-demand|decline-dialog|organization-menu|view-panel|(save|all)-rows/;

/** The client's side, served at /. */
export default defineConfig({
  root: "src/web",
  publicDir: "../../public",
  plugins: [
    react(),
    tailwindcss(),
    withoutSchemas,
    onlyShapes,
    withoutOldBrowsers,
    withoutDevtools,
    helpersInBase,
  ],
  resolve: { alias: SMALLER_PACKAGES },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    sourcemap: false,
    // The content policy allows only served files: no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of what they need would weigh on every page; their styles must come with them.
      resolveDependencies: (file, needed) =>
        OPENED.test(file) ? needed.filter((one) => one.endsWith(".css")) : needed,
    },
    rolldownOptions: {
      output: {
        hashCharacters: "hex",
        // Every page holds the names of all screens' files.
        chunkFileNames: ({ name }) => (OPENED.test(name) ? "assets/[name]-[hash].js" : "assets/[hash].js"),
        // Few files, so that no screen waits for a queue of small ones: the code of every address, of all that calls the
        // server, of everything protected, of the bar around most screens, and of forms, lists and documents.
        codeSplitting: {
          groups: [
            group("base", 5, [
              "node_modules/(react|react-dom|scheduler)/",
              "src/web/(main|router|routes)[.]",
              "src/web/lib/(routing/|(explain-failure|demands|start-page|first-answers|use-is-hydrated)[.])",
              "src/web/ui/(notice|text-link|input-class)[.]",
              "src/contract/first-",
              "src/blocks/exact[.]",
              "src/domain/(trim-edges|account/email-address)[.]",
            ]),
            group("portal", 4, [
              "src/web/lib/(call|use-call)[.]",
              "src/web/ui/(badge|card|page-heading|date-text|skeleton|failed-read|close-when-left|modal|toasts)[.]",
              "src/web/ui/(connection-notice|select-input|use-fetched-part)[.]",
              "src/contract/(account|openings|organizations|permissions|list-query)[.]",
              "src/domain/((id|timestamp|content-hash)[.]|page/json|(account|organizations|permissions|lists)/)",
              "lucide-react/.*/arrow-(up|down|left|right)[.]",
              "src/web/shell/(require-sign-in|signed-in-layout)[.]",
              "src/web/(notifications/use-unread|documents/shown-total)",
              "src/web/(lib/(start-at-list|use-person)|ui/empty-state)",
              "src/domain/documents/snapshots[.]",
            ]),
            group("shell", 2, ["src/web/shell/shell-layout[.]"]),
            group("form", 2, [
              "src/web/(login/(use-step-form|field-rules|step-frame|step-fields|passkey-button)|ui/email-pattern|security/new-password-rules|lib/can-use-passkeys)[.]",
            ]),
            group("list", 2, [
              "src/web/(ui/data-table/(?!draggable-rows|save-rows|view-panel)|lists/(?!read-all-rows|filtered-list)|documents/document-(columns|list-page))",
            ]),
            {
              // Before the others, which would take what they import of it, and without what it imports of them.
              ...group("sheet", 6, [
                "node_modules/(dompurify|big[.]js)/",
                "src/web/(lib/(sanitise-html|warning-of|routing/use-leaving)|ui/(dialog|checkbox|keep-typed)|documents/tell-opening|ui/decision-notice)[.]",
                "src/(contract/agreements|domain/(agreements/|consent/|images/|page/(safe|rich-text|table-boxes|escape-attributes)|decimal|text-(direction|language)|work-orders/is-included))",
                "src/blocks/(mark-texts|isolate-figures)[.]",
              ]),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
