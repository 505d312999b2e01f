import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { differencePath } from "../ui/agreement-paths.ts";

/** All versions, newest first, each with its text and what it changed. */
export function VersionsCard({ document }: { document: ManagedGeneralDocument }) {
  const { generalDocumentId } = document;
  return (
    <section aria-labelledby="versions" className="mt-10">
      <h2 id="versions" className="mb-2 font-semibold text-lg">
        Versions
      </h2>
      <ol className="divide-y divide-line border-line border-y">
        {document.versions.map(({ version, name, publishedAt, publishedBy, signatures }) => (
          <li key={version} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                Version {version}
                {name === document.name ? null : (
                  <span className="font-normal text-ink-soft">
                    : <bdi>{name}</bdi>
                  </span>
                )}
              </p>
              <p className="text-ink-soft text-sm">
                {publishedBy === null ? "Imported" : <bdi translate="no">{publishedBy}</bdi>},{" "}
                <DateTimeText iso={publishedAt} />
              </p>
            </div>
            <p className="text-ink-soft text-sm sm:w-32">
              {signatures === 1 ? "1 signature" : `${signatures.toLocaleString("en-AU")} signatures`}
            </p>
            <p className="flex gap-4 sm:w-52 sm:justify-end">
              {version > 1 ? (
                <TextLink to={differencePath(generalDocumentId, version - 1, version)}>
                  Changes<span className="sr-only"> of version {version}</span>
                </TextLink>
              ) : null}
              <TextLink to={differencePath(generalDocumentId, version, version)}>
                Read<span className="sr-only"> version {version}</span>
              </TextLink>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
