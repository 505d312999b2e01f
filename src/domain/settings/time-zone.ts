/** Whether this machine knows a time zone such as "Australia/Sydney". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: name }));
  } catch {
    return false;
  }
}

/** PostgreSQL takes these for abbreviations of a time without summer time. */
const ABBREVIATION = /^[CEMW]ET$/i;

/** Whether it is a name that PostgreSQL reads like this machine. It counts "+10:00" to the west. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && !ABBREVIATION.test(name) && isTimeZone(name);
}
