import { HERO_BACKGROUND, PAPER } from "#blocks/surface.ts";
import { type Colour, contrast, parseColour, READABLE, READABLE_LARGE } from "#domain/page/colour.ts";
import { findBlock } from "#domain/page/find-block.ts";
import type { PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { classNames } from "#web/lib/class-names.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { useEditing } from "../editing-context.ts";

type ColourFieldProps = { label: string; value: unknown; onChange: (colour: string | undefined) => void };

type Swatch = { colour: Colour; name: string };

const NEUTRAL: readonly Swatch[] = [
  { colour: "#221f1a", name: "Ink" },
  { colour: "#575047", name: "Soft ink" },
  { colour: HERO_BACKGROUND, name: "Tint" },
  { colour: "#ffffff", name: "White" },
];
const MAX_SWATCHES = 12;

/** A colour of the company's palette or of this page, or any other by its code. Shows its contrast with the paper. */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  const page = useEditing((now) => now.page);
  const text = typeof value === "string" ? value : "";
  const colour = parseColour(text);
  const palette = paletteOf(page);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {palette.map((one) => (
          <button
            key={one.colour}
            type="button"
            aria-label={one.name}
            aria-pressed={one.colour === colour}
            title={one.name}
            onClick={() => onChange(one.colour)}
            style={{ backgroundColor: one.colour }}
            className="size-7 rounded-full border border-line-strong/60 aria-pressed:outline-2 aria-pressed:outline-brand aria-pressed:outline-offset-2 touch:size-11"
          />
        ))}
        <button
          type="button"
          aria-pressed={text === ""}
          onClick={() => onChange(undefined)}
          className="h-7 rounded-md px-2 text-ink-soft text-sm hover:bg-hover aria-pressed:font-medium aria-pressed:text-brand touch:h-11"
        >
          Default
        </button>
      </div>
      <div className="mt-2 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={<span className="sr-only">{label}: code</span>}
            value={text}
            placeholder="#a3431f"
            autoComplete="off"
            spellCheck={false}
            error={text !== "" && !colour ? 'Please enter a colour, such as "#a3431f"' : undefined}
            hint={colour ? describeContrast(colour) : undefined}
            onChange={(event) => onChange(event.currentTarget.value || undefined)}
          />
        </div>
        <input
          type="color"
          aria-label={`${label}: choose any`}
          value={(colour ?? "#000000").slice(0, 7)}
          className={classNames(
            "mt-1.5 h-10 w-12 shrink-0 cursor-pointer rounded-md border bg-raised p-1 touch:h-12",
            // Browsers show black where there is no colour.
            colour
              ? "border-line-strong/70"
              : "border-line-strong border-dashed [&::-moz-color-swatch]:opacity-0 [&::-webkit-color-swatch]:opacity-0",
          )}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  );
}

function describeContrast(colour: Colour): string {
  const ratio = contrast(colour.slice(0, 7), PAPER);
  const contrastText = `Contrast with the paper ${ratio.toFixed(1)} to 1`;
  if (ratio >= READABLE) return `${contrastText}: good for text`;
  if (ratio >= READABLE_LARGE) return `${contrastText}: only for large text`;
  return `${contrastText}: too pale for text, which would stay dark`;
}

/** The company's colours, those of the paper, and those of this page. */
function paletteOf(page: PuckState): Swatch[] {
  const used = coloursOf(page).map((colour) => ({ colour, name: `Used on this page: ${colour}` }));
  const all = [...companyColours(), ...NEUTRAL, ...used];
  return all
    .filter(({ colour }, at) => all.findIndex((one) => one.colour === colour) === at)
    .slice(0, MAX_SWATCHES);
}

/** The company's accent as the page's style sheets have it. */
function companyColours(): Swatch[] {
  const style = getComputedStyle(document.documentElement);
  const named = { "--accent-light": "Brand", "--accent-dark": "Brand, lighter" };
  return Object.entries(named).flatMap(([property, name]) => {
    const colour = parseColour(style.getPropertyValue(property));
    return colour ? [{ colour, name }] : [];
  });
}

function coloursOf(page: PuckState): Colour[] {
  return allItems(page).flatMap(({ type, props }) =>
    Object.entries(findBlock(type)?.fields ?? {}).flatMap(([name, field]) =>
      field.kind === "colour" ? (parseColour(props[name]) ?? []) : [],
    ),
  );
}
