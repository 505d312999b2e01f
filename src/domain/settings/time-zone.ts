/** Whether this machine knows a time zone such as "Australia/Sydney". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: name }));
  } catch {
    return false;
  }
}

const NAMED = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$|^(UTC|GMT)$/;

/**
 * Whether it is a name that PostgreSQL reads like this machine. It takes "CET" for a zone without summer time, and counts
 * "+10:00" to the west.
 */
export function isNamedTimeZone(name: string): boolean {
  return NAMED.test(name) && isTimeZone(name);
}
