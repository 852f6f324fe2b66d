import Bowser from 'bowser'

/** Returns the common name of a browser from its user agent: `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown'
  const { browser, os } = Bowser.parse(userAgent)
  // A program that is no browser names itself in front: `curl/8.5.0`.
  const name = browser.name || userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) || 'Unknown'
  return os.name ? `${name} on ${os.name}` : name
}
