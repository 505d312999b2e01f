export type Violation = { path: string; problem: string };

/** Whether a path is in one of these folders; "" means the files of the root. */
export function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) =>
    folder === "" ? !path.includes("/") : folder === path || path.startsWith(`${folder}/`),
  );
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** The feature folder of a path within a room, such as "documents"; null for the room's own files. */
export function featureOf(path: string, room: string): string | null {
  const rest = path.startsWith(`${room}/`) ? path.slice(room.length + 1).split("/") : [];
  return rest.length > 1 ? (rest[0] ?? null) : null;
}
