import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { z } from "zod";
import { addNote, changeNote, listNotes, removeNote } from "#contract/admin/organizations.ts";
import type { Id } from "#domain/id.ts";
import { type Note, NoteText } from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, EmptyState } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** What the company's people note about an organization, for themselves. */
export function NotesPanel({ organizationId, mayChange }: { organizationId: Id; mayChange: boolean }) {
  const { data, error, mutate } = useCall(listNotes, { params: { id: organizationId } });
  /** The notes whose forms are open. */
  const [changing, setChanging] = useState<readonly Id[]>([]);
  const [removed, setRemoved] = useState<Note | null>(null);

  /** The form that had the focus was removed. */
  function closeForm(noteId: Id) {
    flushSync(() => setChanging((now) => now.filter((one) => one !== noteId)));
    if (document.activeElement === document.body) document.getElementById(`change-${noteId}`)?.focus();
  }
  const failure = fetchFailure({ data, error, mutate }, "We couldn't load the notes.");
  if (failure) return failure;
  if (!data) {
    return (
      <Loading label="Loading the notes">
        <Skeleton className="h-40 w-full max-w-3xl rounded-lg" />
      </Loading>
    );
  }
  return (
    <div className="max-w-3xl space-y-6">
      <p className="text-ink-soft">Only your colleagues see these notes. Clients never do.</p>
      {mayChange ? (
        <NoteForm
          label="New note"
          action="Add note"
          note={NEW_NOTE}
          onSave={async (body) => {
            const added = await call(addNote, { params: { id: organizationId }, body });
            await mutate((now) => now && [added, ...now.filter(({ noteId }) => noteId !== added.noteId)], {
              revalidate: false,
            });
            showToast({ title: "Note added" });
            return NEW_NOTE;
          }}
        />
      ) : null}
      {data.length === 0 ? (
        <Card>
          <EmptyState title="No notes yet">What a colleague should know before they call.</EmptyState>
        </Card>
      ) : null}
      <ul className="space-y-4">
        {data.map((note) => (
          <li key={note.noteId} className="rounded-lg border border-line bg-surface p-4 sm:p-5">
            {changing.includes(note.noteId) ? (
              <NoteForm
                label="Note"
                action="Save note"
                note={note}
                onClose={() => closeForm(note.noteId)}
                onSave={async ({ text }, recordVersion) => {
                  const params = { id: note.noteId };
                  const saved = await call(changeNote, { params, body: { text, recordVersion } });
                  await mutate((now) => now?.map((one) => (one.noteId === saved.noteId ? saved : one)), {
                    revalidate: false,
                  });
                  return saved;
                }}
              />
            ) : (
              <>
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {note.text}
                </p>
                <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <NoteFacts note={note} />
                  {mayChange ? (
                    <div className="-my-1 -mr-2 flex gap-1">
                      <Button
                        id={`change-${note.noteId}`}
                        size="sm"
                        tone="quiet"
                        onClick={() => setChanging((now) => [...now, note.noteId])}
                      >
                        Change<span className="sr-only"> the note of {note.writtenBy}</span>
                      </Button>
                      <Button size="sm" tone="quiet" onClick={() => setRemoved(note)}>
                        Delete<span className="sr-only"> the note of {note.writtenBy}</span>
                      </Button>
                    </div>
                  ) : null}
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      {removed ? (
        <DeleteDialog
          isOpen
          item={`the note of ${removed.writtenBy}`}
          onClose={() => setRemoved(null)}
          onDelete={async () => {
            await call(removeNote, { params: { id: removed.noteId } });
            await mutate();
          }}
        />
      ) : null}
    </div>
  );
}

function NoteFacts({ note }: { note: Note }) {
  return (
    <p className="text-ink-faint text-sm">
      {note.writtenBy}, <DateTimeText iso={note.writtenAt} />
      {note.changedAt ? (
        <>
          . Changed by {note.changedBy}, <DateTimeText iso={note.changedAt} />
        </>
      ) : null}
    </p>
  );
}

type Written = Pick<Note, "text"> & Partial<Pick<Note, "recordVersion">>;

const NEW_NOTE: Written = { text: "" };
const NoteFields = z.object({ text: NoteText });

type NoteFormProps = {
  label: string;
  action: string;
  note: Written;
  /** Throws if the note was not saved: the form preserves the text and shows why. Returns what the form shows next. */
  onSave: (typed: { text: string }, recordVersion: number) => Promise<Written>;
  /** Of a form that is closed once its note is saved. */
  onClose?: () => void;
};

function NoteForm({ label, action, note, onSave, onClose }: NoteFormProps) {
  const form = useSchemaForm({
    schema: NoteFields,
    values: { text: note.text },
    recordVersion: note.recordVersion,
    staysOpen: true,
    async save(typed, version) {
      const saved = await onSave(typed, version);
      return { values: { text: saved.text }, recordVersion: saved.recordVersion };
    },
    subject: "this note",
    onSaved(isAsSent, sent) {
      const typed = form.getValues("text");
      if (onClose && isAsSent) onClose();
      else if (!onClose && typed.startsWith(sent.text))
        form.setValue("text", typed.slice(sent.text.length).trimStart(), { shouldDirty: true });
    },
  });
  const frame = useRef<HTMLDivElement>(null);
  const isChange = onClose !== undefined;
  // Who has pressed Change goes on in the text. The form's own setFocus is later, and loses the first keys.
  useLayoutEffect(() => {
    if (isChange) frame.current?.querySelector("textarea")?.focus();
  }, [isChange]);

  return (
    <RecordForm form={form} className="space-y-3">
      <div ref={frame}>
        <TextField isLong label={label} maxLength={5000} form={form} name="text" />
      </div>
      <div className="flex gap-3">
        <Button
          tone="primary"
          type="submit"
          isBusy={form.isBusy}
          disabled={form.watch("text").trim() === form.formState.defaultValues?.text}
        >
          {action}
        </Button>
        {onClose ? (
          <Button onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
        ) : null}
      </div>
    </RecordForm>
  );
}
