import { liesIn } from '../outbound/addresses.js'

/** `demanded`: no password and no mail without it. `offered`: taken where the server has it. */
export type MailTls = 'demanded' | 'offered' | 'off'

const known = ['from', 'requireTLS', 'tls'] as const
const only: Readonly<Record<string, string>> = { requireTLS: 'true', tls: 'off' }

/** Faults of the options of an SMTP address: each is read or refused, and no option is dropped in silence. */
export function smtpUrlFaults(text: string): readonly string[] {
  const { protocol, searchParams: options } = new URL(text)
  const strange = [...new Set(options.keys())].filter((name) => !known.some((each) => each === name))
  const isOff = options.get('tls') === 'off'
  return [
    ...(strange.length > 0 ? [`has options that are not known: ${strange.join(', ')}`] : []),
    ...known.flatMap((name) => (options.getAll(name).length > 1 ? [`has the option ${name} twice`] : [])),
    ...Object.entries(only).flatMap(([name, value]) =>
      options.getAll(name).every((given) => given === value)
        ? []
        : [`the option ${name} can only be ${value}`],
    ),
    ...(isOff && options.get('requireTLS') === 'true' ? ['tls=off contradicts requireTLS=true'] : []),
    ...(isOff && protocol === 'smtps:' ? ['tls=off contradicts smtps'] : []),
  ]
}

/** TLS is demanded of every server but one on this very machine (contract §10), unless the address says otherwise. */
export function tlsOf({ hostname, searchParams: options }: URL): MailTls {
  if (options.get('tls') === 'off') return 'off'
  return options.get('requireTLS') === 'true' || !isLocal(hostname) ? 'demanded' : 'offered'
}

function isLocal(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return host === 'localhost' || liesIn(host, '127.0.0.0/8') || liesIn(host, '::1')
}
