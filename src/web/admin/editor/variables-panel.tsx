import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { fillDraft } from "#contract/admin/drafts.ts";
import { STANDARD_VARIABLES, tokenOf } from "#domain/page/standard-variables.ts";
import { variablesOf } from "#domain/page/variables.ts";
import { MAX_VARIABLE_LENGTH, variableLabel } from "#domain/templates/own-variable.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useEditing, useEditor } from "./editing-context.ts";
import { insertText } from "./insert-text.ts";
import { whyUnsaved } from "./save-status.tsx";

/** The variables that the portal fills in. */
export const STANDARD = Object.entries(STANDARD_VARIABLES).map(([name, label]) => ({ name, label }));

/** The variables that the page names. */
export function useNamedVariables() {
  const page = useEditing((now) => now.page);
  return useMemo(() => variablesOf(page), [page]);
}

/** Of a template: every variable, to be put into a text. Of a document: those that have no text yet. */
export function VariablesPanel({ onReopen }: { onReopen: () => void }) {
  const { edited } = useEditor();
  return edited.kind === "template" ? <AllVariables /> : <Unfilled onReopen={onReopen} />;
}

function AllVariables() {
  const { edited, announce } = useEditor();
  const [isLost, setIsLost] = useState(false);

  function insert(name: string) {
    const isIn = insertText(tokenOf(name));
    setIsLost(!isIn);
    if (isIn) announce(`${variableLabel(name, edited.variables)} added`);
  }

  return (
    <div className="space-y-4 p-3">
      <p className="text-ink-soft text-sm">
        Place the caret in a text, then add a variable. It is filled in when a document is made. You can also
        type / in an empty paragraph.
      </p>
      {isLost ? <Notice tone="info">Click into a text on the page first.</Notice> : null}
      <VariableList
        title="Own variables"
        variables={edited.variables}
        onInsert={insert}
        empty={
          <p className="text-ink-soft text-sm">
            None yet. Add them on the <TextLink to={edited.path}>page of the template</TextLink>.
          </p>
        }
      />
      <VariableList title="Of the portal" variables={STANDARD} onInsert={insert} />
    </div>
  );
}

type VariableListProps = {
  title: string;
  variables: readonly { name: string; label: string }[];
  onInsert: (name: string) => void;
  empty?: React.ReactNode;
};

function VariableList({ title, variables, onInsert, empty }: VariableListProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 font-medium text-ink-faint text-xs">{title}</h2>
      {variables.length === 0 ? empty : null}
      <ul>
        {variables.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Add variable ${label}`}
              title={tokenOf(name)}
              className="flex min-h-9 w-full items-center justify-between gap-2 rounded-md px-1.5 text-left hover:bg-hover touch:min-h-11"
              // The text keeps its caret.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
            >
              <bdi className="wrap-anywhere">{label}</bdi>
              <Plus aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-brand" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Fields for the variables without a text, also for those in locked blocks. */
function Unfilled({ onReopen }: { onReopen: () => void }) {
  const { edited, editing, autosave, announce, setPaused } = useEditor();
  const named = useNamedVariables();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // While the editor was locked, no element in it had the focus.
    if (failure) form.current?.querySelector("button")?.focus();
  }, [failure]);

  function fail(why: string): void {
    setPaused(false);
    setIsBusy(false);
    setFailure(why);
  }

  async function fill() {
    setIsBusy(true);
    setFailure(null);
    // Text written while the page is filled in would conflict with it.
    setPaused(true);
    editing.drafts.flush();
    await autosave.saveNow();
    const state = autosave.now();
    if (state.kind !== "saved") return fail(whyUnsaved(state));
    try {
      await call(fillDraft, { params: { id: edited.id }, body: { revision: autosave.revision, texts } });
      announce("Filled in");
      onReopen();
    } catch (error) {
      fail(explainFailure(error));
    }
  }

  if (named.length === 0) return <p className="p-4 text-ink-soft">Every variable has its text.</p>;
  return (
    <form
      ref={form}
      className="space-y-4 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void fill();
      }}
    >
      <p className="text-ink-soft text-sm">
        These variables have no text yet. What you enter takes their place everywhere on the page, also in
        blocks that the template has locked.
      </p>
      {failure ? (
        <Notice tone="error" title="Nothing was filled in">
          {failure}
        </Notice>
      ) : null}
      {named.map(({ name, blockIds }) => (
        <TextField
          key={name}
          label={variableLabel(name, edited.variables)}
          hint={blockIds.length === 1 ? tokenOf(name) : `${tokenOf(name)} in ${blockIds.length} blocks`}
          autoComplete="off"
          maxLength={MAX_VARIABLE_LENGTH}
          value={texts[name] ?? ""}
          onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
        />
      ))}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Fill in
      </Button>
    </form>
  );
}
