/** A version's part of CHANGELOG.md. */
export type ChangelogSection = { version: string; date: string; notes: string };

/** What `npm run release` finds of the sources, the tags and the stored dumps. */
export type Found = {
  version: string;
  /** The lines of `git status --porcelain`. */
  changes: readonly string[];
  changelog: readonly ChangelogSection[];
  tags: readonly string[];
  /** Stored dumps with their version and migrations; several may be of one version. */
  dumps: readonly { version: string; migrations: readonly string[] }[];
  /** The migrations of the sources, in their order. */
  migrations: readonly string[];
};

const HEADING = /^## (\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$/;
/** The line of each section that an administrator reads before an update. */
export const IS_SAFE = "**Is this update safe?**";

export function parseChangelog(text: string): ChangelogSection[] {
  return text
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith("## "))
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [, version, date] = HEADING.exec(heading) ?? [];
      if (version === undefined || date === undefined)
        throw new Error(`CHANGELOG.md has the heading "${heading}". Write it as "## 1.2.3, 2026-11-28".`);
      return { version, date, notes: lines.join("\n").trim() };
    });
}

/** Negative if the first version is older. */
export function compareVersions(one: string, other: string): number {
  const [ofOne, ofOther] = [one, other].map((version) => version.split(".").map(Number));
  const differences = (ofOne ?? []).map((part, at) => part - (ofOther?.[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Why these sources are not released, each in a sentence; none if they may be. */
export function releaseFaults(found: Found): string[] {
  const { version, changes, changelog, tags, dumps } = found;
  const faults = changes.length > 0 ? [`The tree is not clean: ${changes.join(", ")}. Commit it.`] : [];
  const section = changelog.find((one) => one.version === version);
  if (!section) faults.push(`CHANGELOG.md has no section of ${version}. Write what people notice.`);
  for (const { version: name, notes } of changelog)
    if (!notes.includes(IS_SAFE)) faults.push(`The section of ${name} has no line "${IS_SAFE}".`);
  const tagged = tags.map((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? "").filter(Boolean);
  const last = [...tagged, ...dumps.map((dump) => dump.version)].toSorted(compareVersions).at(-1);
  if (tagged.includes(version)) faults.push(`${version} is released already. Raise the version.`);
  else if (last !== undefined && compareVersions(version, last) < 0)
    faults.push(`${version} is older than ${last}, which is released. Raise the version.`);
  return [...faults, ...dumpFaults(found)];
}

function dumpFaults({ version, changelog, dumps, migrations }: Found): string[] {
  const faults: string[] = [];
  for (const { version: name } of changelog)
    if (!dumps.some((dump) => dump.version === name))
      faults.push(`There is no stored dump of ${name}.${name === version ? MAKE_DUMP : ""}`);
  for (const dump of dumps) {
    // A database that has run a later migration never runs one that is put before it.
    if (dump.migrations.some((name, at) => name !== migrations[at]))
      faults.push(
        `A migration of ${dump.version} was changed, removed or preceded by another. Add migrations after the last.`,
      );
    else if (dump.version === version && dump.migrations.length < migrations.length)
      faults.push(`The stored dump of ${version} lacks migrations of these sources.${MAKE_DUMP}`);
  }
  return faults;
}

const MAKE_DUMP = " Run `npm run release -- --dump`, and commit it.";

export function formatNotes({ version, date, notes }: ChangelogSection): string {
  return `Counterpart ${version}, ${date}\n\n${notes}\n`;
}

/** The commands that publish a release; nothing runs them. */
export function publishCommands(version: string, notesPath: string): string[] {
  return [
    `git tag --annotate v${version} --cleanup=verbatim --file ${notesPath}`,
    `git push origin v${version}`,
  ];
}
