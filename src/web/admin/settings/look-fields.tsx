import { useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import { contrast, READABLE, textOn } from "#domain/page/colour.ts";
import { Accent } from "#domain/settings/settings.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { logoAddress } from "#web/lib/brand.ts";
import { explainFailure } from "#web/lib/call.ts";
import { uploadImage } from "#web/lib/upload-image.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** The company's logo: an image of this computer, shown at once and used once the settings are saved. */
export function LogoField() {
  const { setValue, formState } = useFormContext<TypedSettings>();
  const imageId = useWatch<TypedSettings, "logoImageId">({ name: "logoImageId" });
  const file = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problem = failure ?? formState.errors.logoImageId?.message;
  const set = (id: string | null) => setValue("logoImageId", id, { shouldDirty: true, shouldValidate: true });

  async function upload(chosen: File | undefined) {
    if (!chosen) return;
    setIsBusy(true);
    setFailure(null);
    try {
      set((await uploadImage(chosen)).imageId);
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setIsBusy(false);
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">Logo</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex h-16 w-44 items-center justify-center rounded-md border border-line bg-raised px-4">
          <img
            src={imageId ? `${IMAGE_PATH}/${imageId}/${IMAGE_WIDTHS[0]}` : logoAddress()}
            alt={imageId ? "Your logo" : "The logo at the moment"}
            className="max-h-10 max-w-full object-contain"
          />
        </div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-label="Logo file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button isBusy={isBusy} onClick={() => file.current?.click()}>
          Choose an image
        </Button>
        {imageId ? (
          <Button tone="quiet" disabled={isBusy} onClick={() => set(null)}>
            Remove
          </Button>
        ) : null}
      </div>
      <p
        className={problem ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        role={problem ? "alert" : undefined}
      >
        {problem ?? "PNG, JPEG or WebP, best with a transparent background. Shown 32 pixels high."}
      </p>
    </fieldset>
  );
}

type AccentFieldProps = {
  label: string;
  name: "accent" | "accentDark";
  /** The surface behind links of this colour. */
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
