import type { Mail } from '../../kernel/mail.js'

/** In milliseconds: for the connection, the greeting and each answer. */
const patience = 5000

/**
 * Sends through the server at `url` (`smtp://user:password@host:587`, `smtps://…`). `from` in its query is the sender;
 * otherwise it is `no-reply` at the host of the console.
 */
export function smtpMail(url: string | undefined, consoleUrl: string): Mail | undefined {
  if (url === undefined) return undefined
  const server = new URL(url)
  const from = server.searchParams.get('from') ?? `no-reply@${new URL(consoleUrl).hostname}`
  server.search = ''
  const options = {
    url: server.href,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  }
  // Loaded where mail is sent at all.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(options))
  return {
    async send(letter) {
      await (await transport).sendMail({ from, ...letter })
    },
  }
}
