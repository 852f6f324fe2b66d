/** A letter of plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The answer of a server that may take the letter later: greylisting ones refuse each sender the first time. */
export class MailPostponed extends Error {}

/** The port to a mail server (contract §9, `SMTP_URL`). */
export interface Mail {
  /** Sends a letter; rejects when the server does not take it, after 20 seconds at most; with `MailPostponed` for now. */
  send(letter: Letter): Promise<void>
}
