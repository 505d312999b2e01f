import { useId } from "react";
import { getDocumentVersion } from "#contract/admin/agreements.ts";
import {
  type ManagedGeneralDocument,
  SIGNATURE_TYPE_LABELS,
} from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Card } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { SelectInput } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { GENERAL_DOCUMENTS, managedDocumentPath } from "../ui/agreement-paths.ts";
import { DifferenceText } from "./difference-text.tsx";
import { ManagedDocument } from "./managed-document.tsx";

const DRAFT = "draft";

/** /admin/general-documents/of/:generalDocumentId/difference?from=1&to=2. Of one version with itself: its text. */
export function DifferencePage() {
  return <ManagedDocument>{(document) => <Difference document={document} />}</ManagedDocument>;
}

function Difference({ document }: { document: ManagedGeneralDocument }) {
  const { generalDocumentId, name, versions } = document;
  const [parameters, setParameters] = useSearchParams();
  const choices = [
    ...(document.draft ? [{ value: DRAFT, label: "Draft" }] : []),
    ...versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` })),
  ];
  const chosenOr = (parameter: string, usual: string) => {
    const value = parameters.get(parameter);
    return choices.some((one) => one.value === value) && value !== null ? value : usual;
  };
  const to = chosenOr("to", choices[0]?.value ?? "1");
  const from = chosenOr("from", to);
  const labelOf = (value: string) => choices.find((one) => one.value === value)?.label ?? value;
  const title = from === to ? labelOf(to) : `${labelOf(from)} to ${labelOf(to).toLowerCase()}`;
  usePageTitle(`${title} of ${name}`);
  const before = useText(document, from);
  const after = useText(document, to);
  const failure =
    fetchFailure(before, "We were unable to fetch the text.") ??
    fetchFailure(after, "We were unable to fetch the text.");
  const choose = (parameter: string, value: string) =>
    setParameters({ from, to, [parameter]: value }, { replace: true });
  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={GENERAL_DOCUMENTS}>General documents</TextLink>
            <span aria-hidden="true"> / </span>
            <TextLink to={managedDocumentPath(generalDocumentId)}>{name}</TextLink>
          </>
        }
      >
        {title}
      </PageHeading>
      <div className="mb-6 grid max-w-md grid-cols-2 gap-4">
        <VersionChoice
          label="From"
          value={from}
          choices={choices}
          onChoose={(value) => choose("from", value)}
        />
        <VersionChoice label="To" value={to} choices={choices} onChoose={(value) => choose("to", value)} />
      </div>
      {before.data && after.data ? (
        <Card aria-label={title} className="px-5 py-6 sm:px-8">
          {from === to ? (
            <>
              <h2 className="mb-4 font-semibold text-xl">
                <bdi>{after.data.name}</bdi>
              </h2>
              <RichText html={after.data.richText} />
            </>
          ) : (
            <DifferenceText before={factsOf(before.data)} after={factsOf(after.data)} />
          )}
        </Card>
      ) : (
        (failure ?? (
          <Loading label="Loading the text">
            <Skeleton className="h-96 w-full rounded-lg" />
          </Loading>
        ))
      )}
    </article>
  );
}

type Text = Pick<NonNullable<ManagedGeneralDocument["draft"]>, "name" | "richText" | "signatureType">;

function factsOf({ name, richText, signatureType }: Text) {
  return { name, richText, signers: SIGNATURE_TYPE_LABELS[signatureType] };
}

/** The text of a version or of the draft. */
function useText({ generalDocumentId, draft }: ManagedGeneralDocument, which: string) {
  const params: { id: Id; version: string } = { id: generalDocumentId, version: which };
  const version = useCall(getDocumentVersion, which === DRAFT ? null : { params });
  const data: Text | undefined = which === DRAFT ? (draft ?? undefined) : version.data;
  return { data, error: version.error, mutate: version.mutate };
}

type VersionChoiceProps = {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

function VersionChoice({ label, value, choices, onChoose }: VersionChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <SelectInput id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}
