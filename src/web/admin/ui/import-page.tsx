import type { Call } from "#contract/call.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadText } from "#web/ui/download-text.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { CsvImport, type CsvImportProps } from "./csv-import.tsx";
import { useAction } from "./use-action.ts";

type ImportPageProps = Omit<CsvImportProps, "onLoaded"> & {
  /** The name and the address of the list of these records. */
  list: { label: string; path: string };
  importer: Exclude<AdminRole, "viewer">;
  /** Makes the file for a spreadsheet, for an owner. */
  write: () => Promise<string>;
  fileName: string;
  /** Calls whose answers an import changes. */
  stale: readonly Call[];
};

/** The screen that exports a list to a spreadsheet and imports it again. */
export function ImportPage(props: ImportPageProps) {
  const { noun, one, list, children, importer, write, fileName, check, load, inviteChoice, stale } = props;
  usePageTitle(`Import ${noun}`);
  const isOwner = useMayActAs("owner");
  const mayImport = useMayActAs(importer);
  const cached = useCached();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("The file couldn't be made");

  const download = () => run(async () => downloadText(fileName, "text/csv;charset=utf-8", await write()));

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
            ? `Take the ${noun} into a spreadsheet, change them there, and import them again.`
            : `Bring ${noun} from a spreadsheet.`
        }
        actions={
          isOwner ? (
            <Button isBusy={isBusy} onClick={() => void download()}>
              Download the {noun}
            </Button>
          ) : null
        }
      >
        Import {noun}
      </PageHeading>
      {mayImport ? (
        <CsvImport
          noun={noun}
          one={one}
          check={check}
          load={loadAndRefetch}
          inviteChoice={inviteChoice}
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
