/** A mail of plain text. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The answer of a server that may accept the mail later: greylisting ones refuse each sender the first time. */
export class MailPostponed extends Error {}

/** The port to a mail server (contract §9, `SMTP_URL`). */
export interface Mail {
  /** Sends a mail; rejects when the server refuses it, after 20 seconds at most; with `MailPostponed` for now. */
  send(message: MailMessage): Promise<void>
}
