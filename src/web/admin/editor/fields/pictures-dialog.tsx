import { type KeyboardEvent, useRef, useState } from "react";
import { listPictures } from "#contract/admin/images.ts";
import { IMAGE_PATH, IMAGE_WIDTHS, readImageAddress } from "#domain/images/image-address.ts";
import type { Picture } from "#domain/images/picture.ts";
import { EmptyState } from "#web/ui/card.tsx";
import { companyDate } from "../../../lib/company-time.ts";
import { usePage } from "../../../lib/use-call.ts";
import { useDelayed } from "../../../lib/use-delayed.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTablePagination, PAGE_SIZE } from "../../../ui/data-table/data-table-pagination.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FetchFailure } from "../../../ui/fetch-failure.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useEditor } from "../editing-context.ts";

const PAUSE_MS = 200;
const GRID = "grid grid-cols-2 gap-3 sm:grid-cols-5";

type PicturesDialogProps = { onChoose: (picture: Picture) => void; onClose: () => void };

/** The company's pictures, newest first, to put one of them on the page. */
export function PicturesDialog({ onChoose, onClose }: PicturesDialogProps) {
  const [typed, setTyped] = useState("");
  const [pageIndex, setPageIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const q = useDelayed(typed.trim().slice(0, 200), PAUSE_MS);
  const { organizationId } = useEditor().edited;
  const query = {
    limit: PAGE_SIZE,
    offset: pageIndex * PAGE_SIZE,
    ...(organizationId !== null && { organizationId }),
    ...(q !== "" && { q }),
  };
  const { data, error, mutate } = usePage(listPictures, { query }, { keepPreviousData: true });
  const pictures = data?.data;

  return (
    <Dialog
      isOpen
      isWide
      title="Choose a picture used before"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField
        type="search"
        label="Search by alternative text"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPageIndex(0);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          list.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
        }}
      />
      <div className="mt-4 min-h-64">
        {error ? (
          <FetchFailure error={error} onRetry={() => void mutate()}>
            We couldn't load the pictures.
          </FetchFailure>
        ) : pictures === undefined ? (
          <Loading label="Loading the pictures" className={GRID}>
            {["one", "two", "three", "four"].map((key) => (
              <Skeleton key={key} className="h-32 w-full" />
            ))}
          </Loading>
        ) : pictures.length > 0 ? (
          <PictureList key={`${q} ${pageIndex}`} ref={list} pictures={pictures} onChoose={onChoose} />
        ) : q === "" ? (
          <EmptyState title="No pictures yet">
            Pictures that you upload are kept here for other pages.
          </EmptyState>
        ) : (
          <EmptyState title="No picture found">
            Pictures are found by their alternative text. This one may not have any yet.
          </EmptyState>
        )}
      </div>
      <DataTablePagination
        tableLabel="Pictures"
        pageIndex={pageIndex}
        // Where there is none, the words above say so.
        total={error ? undefined : data?.page?.total || undefined}
        hasNext={(data?.page?.nextCursor ?? null) !== null}
        onPage={setPageIndex}
        className={undefined}
      />
    </Dialog>
  );
}

type PictureListProps = {
  ref: React.RefObject<HTMLDivElement | null>;
  pictures: readonly Picture[];
  onChoose: (picture: Picture) => void;
};

/** Arrows, Home and End go through the pictures; Enter, the space bar or a press chooses one. */
function PictureList({ ref, pictures, onChoose }: PictureListProps) {
  const [at, setAt] = useState(0);

  function goBy(event: KeyboardEvent) {
    const options = [...(ref.current?.children ?? [])] as HTMLElement[];
    const next = nextAt(event.key, at, options);
    if (next === undefined) return;
    event.preventDefault();
    options[next]?.focus();
  }

  return (
    <div ref={ref} role="listbox" tabIndex={-1} aria-label="Pictures" className={GRID} onKeyDown={goBy}>
      {pictures.map((picture, index) => (
        <PictureOption
          key={picture.imageId}
          picture={picture}
          isCurrent={index === Math.min(at, pictures.length - 1)}
          onFocus={() => setAt(index)}
          onChoose={() => onChoose(picture)}
        />
      ))}
    </div>
  );
}

/** Where a key leads from one of these options, which stand in rows; undefined for any other key. */
function nextAt(key: string, at: number, options: readonly HTMLElement[]): number | undefined {
  const perRow = options.filter(({ offsetTop }) => offsetTop === options[0]?.offsetTop).length;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -perRow,
    ArrowDown: perRow,
    Home: -at,
    End: options.length - 1 - at,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = at + step;
  return options[next] ? next : at;
}

type PictureOptionProps = {
  picture: Picture;
  isCurrent: boolean;
  onFocus: () => void;
  onChoose: () => void;
};

function PictureOption({ picture, isCurrent, onFocus, onChoose }: PictureOptionProps) {
  const { imageId, address, alt, createdAt } = picture;
  const size = readImageAddress(address)?.size;
  const facts = `${size ? `${size.width} × ${size.height}, ` : ""}${companyDate(createdAt)}`;
  return (
    <div
      role="option"
      aria-selected={isCurrent}
      aria-label={`${alt === "" ? "Without alternative text" : alt}, ${facts}`}
      title={`${alt === "" ? "" : `${alt}\n`}${facts}`}
      tabIndex={isCurrent ? 0 : -1}
      className="min-w-0 cursor-pointer rounded-md border border-line p-1.5 hover:border-brand focus-visible:border-brand"
      onFocus={onFocus}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onChoose();
      }}
    >
      <img
        src={`${IMAGE_PATH}/${imageId}/${IMAGE_WIDTHS[0]}`}
        alt=""
        loading="lazy"
        className="h-24 w-full rounded-sm bg-sunken object-contain"
      />
      {alt === "" ? (
        <p className="mt-1 text-ink-faint text-xs">{facts}</p>
      ) : (
        <p dir="auto" className="mt-1 line-clamp-2 break-words text-xs">
          {alt}
        </p>
      )}
    </div>
  );
}
