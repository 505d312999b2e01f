import { useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { logoAddress } from "#web/lib/brand.ts";
import { explainFailure } from "#web/lib/call.ts";
import { uploadImage } from "#web/lib/upload-image.ts";
import { Button } from "#web/ui/button.tsx";

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
