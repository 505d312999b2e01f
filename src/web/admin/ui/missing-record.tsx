import type { ComponentProps } from "react";
import type { Id } from "#domain/id.ts";
import { FailedRecord } from "./failed-record.tsx";

type MissingRecordProps = Pick<ComponentProps<typeof FailedRecord>, "error" | "onRetry" | "link"> & {
  /** Such as "work order". */
  noun: string;
  id: Id;
};

/** Replaces the screen of a record that could not be read. */
export function MissingRecord({ noun, id, ...rest }: MissingRecordProps) {
  return (
    <FailedRecord
      {...rest}
      lookedFor={`${noun[0]?.toUpperCase()}${noun.slice(1)} ${id}`}
      title={`There is no such ${noun}`}
      message="It may have been deleted, or the link is not complete."
    />
  );
}
