type Props = Record<string, unknown>;

/** By the version of page that each leads to, in rising order: a small named function that changes a block's props. */
export type BlockMigrations = readonly { version: number; change: (props: Props) => Props }[];

/** The props of a block on a page of that version, brought to today's form one step after the other. */
export function migrateProps(props: Props, from: number, migrations: BlockMigrations = []): Props {
  return migrations
    .filter(({ version }) => version > from)
    .reduce((changed, { change }) => change(changed), props);
}
