type Props = Record<string, unknown>;

/** The migrations of a block by the page version that they lead to, in rising order. Each changes the block's props. */
export type BlockMigrations = readonly { version: number; change: (props: Props) => Props }[];

/** Migrates the props of a block on a page of version `from`, step by step. */
export function migrateProps(props: Props, from: number, migrations: BlockMigrations = []): Props {
  return migrations
    .filter(({ version }) => version > from)
    .reduce((changed, { change }) => change(changed), props);
}
