import { type ReactNode, useState } from "react";
import type { Call } from "#contract/call.ts";
import { type AdminRole, mayActAs } from "#domain/account/admin-role.ts";
import { explainFailure } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadText } from "#web/ui/download-text.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { CsvImport, type CsvImportProps } from "./csv-import.tsx";

type ImportPageProps = {
  /** What the rows are: "work orders". */
  noun: string;
  /** What one row is: "work order". */
  one: string;
  /** The name and the address of the list of these records. */
  list: { label: string; path: string };
  /** What a file has to look like. */
  children: ReactNode;
  importer: Exclude<AdminRole, "viewer">;
  /** Makes the file for a spreadsheet, for an owner. */
  write: () => Promise<string>;
  fileName: string;
  check: CsvImportProps["check"];
  load: CsvImportProps["load"];
  /** Calls whose answers an import changes. */
  stale: readonly Call[];
};

/** The screen that exports a list to a spreadsheet and imports it again. */
export function ImportPage({ noun, one, list, children, importer, ...rest }: ImportPageProps) {
  const { write, fileName, check, load, stale } = rest;
  usePageTitle(`Import ${noun}`);
  const { profile } = usePerson();
  const role = profile?.adminRole ?? null;
  const isOwner = mayActAs(role, "owner");
  const cached = useCached();
  const navigate = useNavigate();
  const [isWriting, setIsWriting] = useState(false);

  async function download() {
    setIsWriting(true);
    try {
      downloadText(fileName, "text/csv;charset=utf-8", await write());
    } catch (error) {
      showToast({ tone: "error", title: "The file could not be made", text: explainFailure(error) });
    }
    setIsWriting(false);
  }

  async function loadAndRefetch(file: Parameters<typeof load>[0]) {
    const counts = await load(file);
    await Promise.all(stale.map((call) => cached.refetch(call)));
    return counts;
  }

  return (
    <PageBody>
      <PageHeading
        eyebrow={<TextLink to={list.path}>{list.label}</TextLink>}
        intro={
          isOwner
            ? `Take the ${noun} into a spreadsheet, change them there, and bring them back.`
            : `Bring ${noun} from a spreadsheet.`
        }
        actions={
          isOwner ? (
            <Button isBusy={isWriting} onClick={() => void download()}>
              Download the {noun}
            </Button>
          ) : null
        }
      >
        Import {noun}
      </PageHeading>
      {mayActAs(role, importer) ? (
        <CsvImport
          noun={noun}
          one={one}
          check={check}
          load={loadAndRefetch}
          onLoaded={() => void navigate(list.path)}
        >
          <div className="max-w-[65ch] space-y-2 text-ink-soft">{children}</div>
        </CsvImport>
      ) : (
        <Notice
          tone="info"
          title={
            importer === "owner" ? `Only owners import ${noun}` : `Only editors and owners import ${noun}`
          }
        >
          Please ask one of them.
        </Notice>
      )}
    </PageBody>
  );
}
