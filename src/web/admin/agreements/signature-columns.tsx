import { type ManagedSignature, SIGNER_ADDRESS_LABELS } from "#domain/agreements/managed-general-document.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { namesColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { signatureEvidencePath, signaturePdfPath } from "../ui/agreement-paths.ts";
import { ChooseSigner, ChooseSigners } from "./chosen-signers.tsx";

export const SIGNATURE_COLUMNS: readonly DataTableColumn<ManagedSignature>[] = [
  {
    id: "signedBy",
    header: "Signed by",
    text: (row) => `${row.userFirstName} ${row.userLastName} ${row.userEmail}`,
    cell: (row) => (
      <>
        <span className="block">
          {row.userFirstName} {row.userLastName}
        </span>
        <span className="block text-ink-soft text-sm wrap-anywhere">{row.userEmail}</span>
      </>
    ),
    isWide: true,
    card: "title",
  },
  {
    ...namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
    isExtra: true,
  },
  { id: "version", header: "Version", text: (row) => (row.version === null ? null : String(row.version)) },
  {
    id: "address",
    header: "Email address",
    text: (row) => SIGNER_ADDRESS_LABELS[row.address],
    cell: (row) => <Address signature={row} />,
  },
  {
    id: "signedAt",
    header: "Signed",
    text: (row) => companyDateTime(row.signedAt),
    exported: (row) => row.signedAt,
    cell: (row) => (
      <span className="sm:max-xl:block sm:max-xl:w-28 sm:max-xl:whitespace-normal">
        <DateTimeText iso={row.signedAt} />
      </span>
    ),
    sortKey: (row) => row.signedAt,
    card: "date",
  },
  {
    id: "standing",
    header: "Newest version",
    text: () => null,
    cell: (row) => <Standing signature={row} />,
    isControls: true,
  },
  {
    id: "pdf",
    header: "PDF",
    text: () => null,
    cell: (row) => (row.hasPdf ? <CopyLinks signature={row} /> : null),
    isControls: true,
    card: "action",
  },
];

/** With checkboxes, for those who may ask signers. */
export const CHOOSABLE_SIGNATURES: readonly DataTableColumn<ManagedSignature>[] = [
  {
    id: "choose",
    header: "Choose",
    isHeaderHidden: true,
    headerCell: (rows) => <ChooseSigners rows={rows} />,
    text: () => null,
    cell: (row) => <ChooseSigner row={row} />,
    isControls: true,
    card: "corner",
  },
  ...SIGNATURE_COLUMNS,
];

function Address({ signature: { address, emailConfirmedAt } }: { signature: ManagedSignature }) {
  const label = SIGNER_ADDRESS_LABELS[address];
  if (address === "unconfirmed") return <span className="text-orange-ink">{label}</span>;
  if (emailConfirmedAt === null) return label;
  return (
    <>
      {label}{" "}
      <span className="text-ink-soft text-sm sm:max-lg:block">
        <DateText iso={emailConfirmedAt} />
      </span>
    </>
  );
}

function CopyLinks({
  signature: { signedGeneralDocumentId: id, ...signer },
}: {
  signature: ManagedSignature;
}) {
  const of = (
    <span className="sr-only">
      {" "}
      of {signer.userFirstName} {signer.userLastName}
    </span>
  );
  return (
    <span className="flex flex-col items-start max-sm:flex-row max-sm:gap-4">
      <TextLink to={signaturePdfPath(id)} target="_blank" rel="noopener">
        PDF{of}
      </TextLink>
      <TextLink to={signatureEvidencePath(id)}>Evidence{of}</TextLink>
    </span>
  );
}

function Standing({ signature: { hasSignedNewest, askedAt } }: { signature: ManagedSignature }) {
  if (hasSignedNewest) return "Signed";
  if (askedAt === null) return <span className="text-ink-soft">Not signed</span>;
  return (
    <span className="text-ink-soft">
      Requested <DateText iso={askedAt} />
    </span>
  );
}
