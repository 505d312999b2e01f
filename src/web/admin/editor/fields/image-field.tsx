import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { isPendingImage } from "#domain/images/image-address.ts";
import type { Picture } from "#domain/images/picture.ts";
import { sourceOrPending } from "#domain/page/safe-url.ts";
import { explainFailure } from "../../../lib/call.ts";
import { type UploadProgress, uploadImage } from "../../../lib/upload-image.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useEditor } from "../editing-context.ts";
import { PicturesDialog } from "./pictures-dialog.tsx";

type ImageFieldProps = {
  label: string;
  value: string;
  onChange: (source: string) => void;
  /** Receives the alternative text of a reused picture. Left out for pictures without one. */
  onDescribe?: ((alt: string) => void) | undefined;
};

/** A picture: dropped, pasted, uploaded, used before, or by its address on the web. */
export function ImageField({ label, value, onChange, onDescribe }: ImageFieldProps) {
  const { announce, copies } = useEditor();
  const file = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const isOurs = value.startsWith("/");
  const source = sourceOrPending(value);
  const copy = copies.find((one) => one.source === source);
  const preview = isOurs && !isPendingImage(value) ? value : undefined;

  async function upload(chosen: File | undefined) {
    if (!chosen) return;
    setFailure(null);
    setProgress(0);
    try {
      const { address } = await uploadImage(chosen, setProgress);
      onChange(address);
      // The text of the picture before would be a wrong one.
      if (value !== "") onDescribe?.("");
      announce("The picture is uploaded. Describe what it shows.");
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setProgress(null);
  }
  function choose({ address, alt }: Picture) {
    setIsChoosing(false);
    setFailure(null);
    onChange(address);
    if (alt !== "" || value !== "") onDescribe?.(alt);
    announce(
      alt === "" && onDescribe ? "The picture is chosen. Describe what it shows." : "The picture is chosen.",
    );
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void upload(event.dataTransfer.files[0]);
  }
  function paste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files;
    // React bubbles events of the dialog to this field; a paste in the dialog is not meant for the field.
    if (!pasted || isChoosing) return;
    event.preventDefault();
    event.stopPropagation();
    void upload(pasted);
  }

  return (
    <fieldset className="min-w-0" onPaste={paste}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by a press */}
      <div
        className="mb-2 flex min-h-24 flex-col items-center justify-center gap-2 rounded-md border border-line-strong/70 border-dashed p-3 text-center data-over:border-brand data-over:bg-brand-soft"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {preview ? (
          <img src={preview} alt="" className="max-h-32 max-w-full rounded-sm object-contain" />
        ) : null}
        {progress === null ? (
          <>
            <Button size="sm" onClick={() => file.current?.click()}>
              {value === "" ? "Upload a picture" : "Upload another"}
            </Button>
            <p className="text-ink-faint text-xs">or drop or paste one here</p>
            <Button size="sm" tone="quiet" onClick={() => setIsChoosing(true)}>
              Choose a picture used before
            </Button>
          </>
        ) : (
          <Uploading progress={progress} />
        )}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-label={`${label}: file`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {failure ? (
        <p role="alert" className="mb-2 text-red-ink text-sm">
          {failure} The picture before it stays.
        </p>
      ) : null}
      <TextField
        label={<span className="sr-only">{label}: address</span>}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={value}
        hint={copy && copy.size === null ? "We fetch this picture in a moment." : undefined}
        error={value !== "" && !source ? "Please enter the address of a picture" : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value === "" ? null : (
        <Button size="sm" tone="quiet" className="mt-1" onClick={() => onChange("")}>
          Remove
        </Button>
      )}
      {isChoosing ? <PicturesDialog onChoose={choose} onClose={() => setIsChoosing(false)} /> : null}
    </fieldset>
  );
}

function Uploading({ progress }: { progress: UploadProgress }) {
  const isShrinking = progress === "shrinking";
  return (
    <label className="w-full text-sm">
      {isShrinking ? "Making it smaller…" : "Uploading…"}
      <progress
        className="mt-1 block h-1.5 w-full accent-brand"
        value={isShrinking ? undefined : progress}
        max={1}
      />
    </label>
  );
}
