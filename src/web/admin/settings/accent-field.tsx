import { useFormContext, useWatch } from "react-hook-form";
import { contrast, READABLE, textOn } from "#domain/page/colour.ts";
import { Accent } from "#domain/settings/settings.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { TextField } from "#web/ui/text-field.tsx";

type AccentFieldProps = {
  label: string;
  name: "accent" | "accentDark";
  /** The surface on which links of this colour stand. */
  background: string;
};

/** A colour by its code or from the browser's palette, with a sample and whether links of it can be read. */
export function AccentField({ label, name, background }: AccentFieldProps) {
  const form = useFormContext<TypedSettings>();
  const typed = useWatch<TypedSettings, typeof name>({ name });
  const colour = Accent.safeParse(typed).success ? typed.toLowerCase() : null;
  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label={label} spellCheck={false} form={form} name={name} />
        </div>
        <input
          type="color"
          aria-label={`${label}: choose`}
          value={colour ?? "#000000"}
          className="mb-0 h-10 w-12 shrink-0 cursor-pointer self-start rounded-md border border-line-strong/70 bg-raised p-1 [margin-top:1.625rem] disabled:cursor-not-allowed touch:h-12"
          onChange={(event) =>
            form.setValue(name, event.target.value, {
              shouldDirty: true,
              shouldTouch: true,
              shouldValidate: true,
            })
          }
        />
      </div>
      {colour ? <Sample colour={colour} background={background} /> : null}
    </div>
  );
}

function Sample({ colour, background }: { colour: string; background: string }) {
  const ratio = contrast(colour, background);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 rounded-md px-3 py-2.5" style={{ background }}>
      <span
        className="rounded-md px-3 py-1 font-medium text-sm"
        style={{ background: colour, color: textOn(colour) }}
      >
        Button
      </span>
      <span className="font-medium text-sm underline underline-offset-3" style={{ color: colour }}>
        A link
      </span>
      {ratio < READABLE ? (
        <span className="text-sm" style={{ color: textOn(background) }}>
          Links are hard to read
        </span>
      ) : null}
    </div>
  );
}
