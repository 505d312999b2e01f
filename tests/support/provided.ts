/** The migrated, empty database that a test app starts from. The project's global setup provides it. */
export type DatabaseTemplate =
  | { kind: "embedded"; folder: string }
  | { kind: "server"; adminUrl: string; template: string };

declare module "vitest" {
  export interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}
