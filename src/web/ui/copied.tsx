import { Exact } from "#blocks/exact.tsx";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "./button.tsx";
import { showToast } from "./toasts.tsx";

/** A text with a button that copies each of its values. */
export function Copied({ text, values = [text] }: { text: string; values?: string[] }) {
  const isOnly = values.length === 1;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Exact className="wrap-anywhere min-w-0 tabular-nums">{text}</Exact>
      {values.map((value) => (
        <Button
          key={value}
          tone="quiet"
          size="sm"
          // One button is as high as the line of the text, so that it moves neither.
          className={isOnly ? "-my-1 -ms-3 touch:-my-2.5" : "-ms-3"}
          onClick={() => void copy(value)}
        >
          <span>
            Copy <Exact className={isOnly ? "sr-only" : undefined}>{value}</Exact>
          </span>
        </Button>
      ))}
    </span>
  );
}

async function copy(value: string): Promise<void> {
  if (await copyText(value)) return showToast({ title: `Copied ${value}` });
  showToast({ tone: "error", title: "Your browser didn't copy it", text: "Select it here and copy it." });
}
