import { useMemo } from "react";
import { addDirectionAndLanguage } from "#blocks/direction-and-language.ts";
import { withTableScrollContainers } from "#domain/page/table-boxes.ts";
import { classNames } from "#web/lib/class-names.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import "./rich-text.css";

/** The look of rich text. */
export const PROSE =
  "rich-text max-w-[68ch] text-pretty [&>:not(:first-child)]:mt-3 [&_h2]:mt-6 [&_h2]:font-semibold [&_h2]:text-lg [&_h3]:mt-5 [&_h3]:font-semibold [&_h4]:font-semibold " +
  "[&_ul]:list-disc [&_ul]:ps-5 [&_ol]:ps-5 [&_li+li]:mt-1 [&_li]:marker:text-ink-faint " +
  "[&_a[href]]:font-medium [&_a[href]]:text-brand [&_a[href]]:underline [&_a[href]]:underline-offset-3 " +
  "[&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-4 [&_blockquote]:text-ink-soft " +
  "[&_table]:w-full [&_th]:border-b [&_th]:py-1.5 [&_th]:text-start [&_td]:border-b [&_td]:py-1.5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3";

/** People's HTML: sanitised when it was saved, and once more here. Its texts have their direction and language. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const [shown, attributes] = useMemo(() => {
    const marked = addDirectionAndLanguage(sanitiseHtml(html));
    return [withTableScrollContainers(marked.html), marked.attributes] as const;
  }, [html]);
  return (
    <div
      {...attributes}
      className={classNames(PROSE, "[--table-stick:0] [--table-surface:var(--surface)]", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  );
}
