/** Where a test app finds a migrated, empty database to start from; given by the project's global setup. */
export type DatabaseTemplate =
  | { kind: "embedded"; folder: string }
  | { kind: "server"; adminUrl: string; template: string };

declare module "vitest" {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}
