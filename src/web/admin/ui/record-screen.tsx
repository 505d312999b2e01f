import { EyeOff } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { Id } from "#domain/id.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { FailedRecord } from "#web/ui/failed-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { Answer } from "./fetched.tsx";

type MissingRecordProps = Omit<ComponentProps<typeof FailedRecord>, "lookedFor" | "title" | "message"> & {
  /** Such as "work order". */
  noun: string;
  id: Id;
};

/** Replaces the screen of a record that could not be read. */
export function MissingRecord({ noun, id, ...rest }: MissingRecordProps) {
  return (
    <FailedRecord
      {...rest}
      lookedFor={`${capitalised(noun)} ${id}`}
      title={`There is no such ${noun}`}
      message="It may have been deleted, or the link isn't complete."
    />
  );
}

type RecordScreenProps<Found> = Pick<MissingRecordProps, "noun" | "id"> & {
  answer: Answer<Found>;
  /** The list that has the record. */
  list: { to: string; label: string };
  /** The title of the tab; left out, `children` set it. */
  title?: (record: Found) => string;
  /** Whether what else the first rendering needs is still loading. */
  isWaiting?: boolean;
  /** Shown below the heading while the record loads. */
  skeleton: ReactNode;
  children: (record: Found) => ReactNode;
};

/** The frame of a screen about one record of the company: its title, and what shows while it loads or if it is missing. */
export function RecordScreen<Found>(props: RecordScreenProps<Found>) {
  const { answer, id, noun, list, title, isWaiting = false, skeleton, children } = props;
  const { data, error, mutate } = answer;
  return (
    <>
      {title ? <TabTitle>{data ? title(data) : capitalised(noun)}</TabTitle> : null}
      {error && !data ? (
        <MissingRecord noun={noun} id={id} error={error} onRetry={() => void mutate()} link={list} />
      ) : (
        <PageBody>
          {data && !isWaiting ? (
            <Fragment key={id}>{children(data)}</Fragment>
          ) : (
            <Loading label={`Loading the ${noun}`} isScreen>
              <Skeleton className="mb-2 h-4 w-40" />
              <Skeleton className="mb-6 h-9 w-80 max-w-full" />
              {skeleton}
            </Loading>
          )}
        </PageBody>
      )}
    </>
  );
}

function capitalised(noun: string): string {
  return `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
}

function TabTitle({ children }: { children: string }) {
  usePageTitle(children);
  return null;
}

/** Placeholders for a record's form and the cards next to it, whose height is a class such as "h-80". */
export function FormAndCardsSkeleton({ sidebarHeight }: { sidebarHeight: string }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <Skeleton className="h-72 w-full rounded-lg" />
      <Skeleton className={`${sidebarHeight} w-full rounded-lg`} />
    </div>
  );
}

/** Content for editors and owners. Viewers, whom the server refuses, see who may do it. */
export function ForEditors({ message, children }: { message: string; children: ReactNode }) {
  const { profile } = usePerson();
  const mayEdit = useMayActAs("editor");
  return profile === undefined || mayEdit ? children : <Notice tone="info">{message}</Notice>;
}

/** Marks a record that clients do not see yet. */
export function NotShownMark() {
  return (
    <span title="Clients don't see it yet" className="ml-2 inline-block align-[-2px] text-ink-faint">
      <EyeOff aria-hidden="true" strokeWidth={1.5} className="size-4" />
      <span className="sr-only">(not shown to the client)</span>
    </span>
  );
}
