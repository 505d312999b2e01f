/** A file name that every file system accepts: without control characters and path characters. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, " ").trim();
}
