/** A name that every file system takes: without control characters and those that mean something in a path. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, " ").trim();
}
