/** What nodemailer adds to its errors. `response` is what the server answered. */
type SmtpError = Error & { code?: string; command?: string; response?: string };

/** An answer's code with its enhanced code: "550 5.1.1". */
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/;

/**
 * A mail that was not sent. The log gets codes: the server's own words often repeat the recipient. They are for the mail's
 * row alone.
 */
export class MailNotSent extends Error {
  override name = "MailNotSent";
  readonly #words: string;

  constructor(error: unknown) {
    const { code = "", command = "", response, message } = error as SmtpError;
    const [codes] = CODES.exec(response ?? "") ?? [];
    const during = command === "" ? "" : ` during ${command}`;
    super(
      response === undefined
        ? `The mail server cannot be used${during}: ${message}`
        : `The mail server answered ${codes ?? `without a code (${code})`}${during}`,
    );
    this.#words = message;
  }

  /** The server's own words, for those who may know the recipient. */
  words(): string {
    return this.#words;
  }
}
