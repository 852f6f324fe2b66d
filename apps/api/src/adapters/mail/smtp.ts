import { isIP } from 'node:net'
import { connectionFault } from '../../kernel/trust.js'
import { MailPostponed, type Mail } from '../../kernel/mail.js'
import { isBracketed } from '../outbound/addresses.js'
import { tlsOf } from './smtp-url.js'

/** Time limits in milliseconds: for the connection, the greeting and each answer. */
const timeout = 5000

/**
 * Sends through the server at `url` (`smtp://user:password@host:587`, `smtps://…`). `from` in its query is the sender;
 * otherwise it is `no-reply` at the host of the console. Certificates are verified as everywhere.
 */
export function smtpMail(url: string | undefined, consoleUrl: string): Mail | undefined {
  if (url === undefined) return undefined
  const server = new URL(url)
  const from = server.searchParams.get('from') ?? `no-reply@${mailHostOf(new URL(consoleUrl))}`
  const tls = tlsOf(server)
  server.search = ''
  const options = {
    url: server.href,
    requireTLS: tls === 'demanded',
    ignoreTLS: tls === 'off',
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
  // Loaded where mail is sent at all.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(options))
  return {
    async send(message) {
      try {
        // Not as text, in which several addresses could stand.
        await (await transport).sendMail({ from, ...message, to: { name: '', address: message.to } })
      } catch (error) {
        if (isForNow(error)) throw new MailPostponed(error.message, { cause: error })
        if (isAboutTls(error)) throw withoutTls(server.hostname, error)
        throw error instanceof Error ? new Error(connectionFault(error), { cause: error }) : error
      }
    },
  }
}

/** Host of an address of mail, where an IP address is a literal (RFC 5321, 4.1.3). */
function mailHostOf({ hostname }: URL): string {
  if (isBracketed(hostname)) return `[IPv6:${hostname.slice(1)}`
  return isIP(hostname) ? `[${hostname}]` : hostname
}

/** Answers of 400 to 499 are of this moment, those above for good. */
const isForNow = (error: unknown): error is Error =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 400 &&
  Number(error.responseCode) < 500

const isAboutTls = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ETLS'

const withoutTls = (host: string, cause: Error): Error =>
  new Error(
    `The mail server ${host} does not agree on TLS, so nothing was sent: ${cause.message}. Use a server with STARTTLS or smtps:// and a certificate that is trusted here (NODE_EXTRA_CA_CERTS), or say tls=off in SMTP_URL`,
    { cause },
  )
