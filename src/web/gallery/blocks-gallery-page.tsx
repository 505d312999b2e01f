import { PageContent } from "#blocks/page-content.tsx";
import type { RenderContext } from "#blocks/render-context.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { GALLERY_SECTIONS } from "./gallery-sections.ts";
import "#blocks/blocks.css";

const MODES: readonly RenderContext["mode"][] = ["view", "edit", "print"];

/** Every block in every setting, for developers. The production build leaves this page out. */
export function BlocksGalleryPage() {
  usePageTitle("Blocks");
  const [parameters, setParameters] = useSearchParams();
  const mode = MODES.find((one) => one === parameters.get("mode")) ?? "view";
  const context: RenderContext = {
    mode,
    sanitise: sanitiseHtml,
    areChoicesLocked: false,
    onChooseOptional: () => undefined,
    imageData: (source) => (source.startsWith("/") ? source : undefined),
  };
  return (
    <main className="mx-auto w-full max-w-4xl space-y-8 p-4 sm:p-8">
      <header className="flex flex-wrap items-baseline gap-4 print:hidden">
        <h1 className="text-2xl font-semibold">Blocks</h1>
        <label>
          Shown as{" "}
          <select
            value={mode}
            onChange={(event) => setParameters({ mode: event.currentTarget.value })}
            className="rounded border border-line-strong px-2 py-1"
          >
            {MODES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </header>
      {GALLERY_SECTIONS.map(({ block, setting, content }) => (
        <section key={`${block}: ${setting}`} aria-label={`${block}: ${setting}`} className="space-y-2">
          <p className="text-sm text-ink-soft">
            <strong>{block}</strong> · {setting}
          </p>
          <div data-sheet className="overflow-clip rounded-lg border border-line [color-scheme:light]">
            <PageContent page={{ content, root: {} }} context={context} />
          </div>
        </section>
      ))}
    </main>
  );
}
