import { createContext, useContext } from "react";
import type { ManagedSignature } from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";

export type ChosenSigners = {
  chosen: ReadonlySet<Id>;
  choose: (rows: readonly ManagedSignature[], isChosen: boolean) => void;
};

export const ChosenSignersContext = createContext<ChosenSigners>({ chosen: new Set(), choose: () => {} });

const BOX = "size-5 accent-brand touch:size-6";

/** Whether this signer can be asked: once per version, and not if they have signed the newest text. */
export function isAskable({ hasSignedNewest, askedAt }: ManagedSignature): boolean {
  return !hasSignedNewest && askedAt === null;
}

/** The checkbox of a row. */
export function ChooseSigner({ row }: { row: ManagedSignature }) {
  const { chosen, choose } = useContext(ChosenSignersContext);
  if (!isAskable(row)) return null;
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${row.userFirstName} ${row.userLastName}`}
      className={BOX}
      checked={chosen.has(row.signedGeneralDocumentId)}
      onChange={(event) => choose([row], event.currentTarget.checked)}
    />
  );
}

/** The checkbox above the rows that are on screen. */
export function ChooseSigners({ rows }: { rows: readonly ManagedSignature[] }) {
  const { chosen, choose } = useContext(ChosenSignersContext);
  const askable = rows.filter(isAskable);
  const count = askable.filter((row) => chosen.has(row.signedGeneralDocumentId)).length;
  if (askable.length === 0) return <span className="sr-only">Choose</span>;
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      className={BOX}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < askable.length;
      }}
      checked={count === askable.length}
      onChange={(event) => choose(askable, event.currentTarget.checked)}
    />
  );
}
