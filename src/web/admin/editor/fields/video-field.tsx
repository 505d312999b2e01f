import { readVideoSource } from "#domain/page/video-source.ts";
import { Field } from "#web/ui/field.tsx";

type VideoFieldProps = { label: string; value: string; onChange: (address: string) => void };

const HINTS = {
  none: "YouTube, or the address of a video file",
  youtube: "A video on YouTube",
  file: "A video file",
} as const;

/** The address of a video, checked as it is typed. */
export function VideoField({ label, value, onChange }: VideoFieldProps) {
  const { kind } = readVideoSource(value);
  return (
    <Field
      label={label}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={value}
      hint={kind === "unplayable" ? undefined : HINTS[kind]}
      error={kind === "unplayable" ? "This address has no video in it" : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
