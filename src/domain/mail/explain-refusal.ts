type Meaning = [answer: RegExp, sentence: string];

/** What answers of mail servers mean, the most precise first. Servers differ in their words, and often in their codes. */
const MEANINGS: readonly Meaning[] = [
  [/^Mail command failed/, "The mail server doesn't accept the sender’s address of this portal."],
  [/\b5\.2\.2\b|quota|mailbox (is )?full/i, "The mailbox is full."],
  [/\b5\.(2\.3|3\.4)\b|too (big|large)|size limit/i, "The email is too large for this mailbox."],
  [/\b5\.2\.1\b|disabled|inactive|suspended/i, "The mailbox no longer accepts emails."],
  [
    /\b5\.(1\.2|1\.8|4\.4)\b|domain (name )?(was )?not found|no such domain/i,
    "The part of the address after the @ has no mail server.",
  ],
  [
    /\b5\.1\.(1|3|6|10)\b|unknown|no such|not? exist|doesn't exist|invalid (recipient|mailbox)|not found/i,
    "There is no mailbox with this address.",
  ],
  [
    /\b5\.7\.\d+\b|spam|blocked|blacklist|policy|reputation|denied/i,
    "The mail server refused it by its rules, such as those against spam.",
  ],
];

const REFUSED = /\b5(?:\d\d[ -]|\.\d{1,3}\.\d{1,3}\b)/;

/** Why an email was not delivered, in plain words; null if only the words of the failure itself say it. */
export function explainRefusal(failure: string): string | null {
  if (!REFUSED.test(failure)) return null;
  return MEANINGS.find(([answer]) => answer.test(failure))?.[1] ?? "The mail server refused it.";
}
