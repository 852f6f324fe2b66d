import { unicodeHost } from './unicode-host.js'

/** Under this name a platform that has no name of its own is written into the configuration of a CLI. */
const madeUpHost = 'registry.local.test'

/**
 * The name by which modules are asked for of the platform at this URL. The CLI takes only one with a dot for a registry, and
 * only in the letters that people write.
 */
export function registryHost(publicUrl: string): string {
  const { host, hostname } = new URL(publicUrl)
  return hostname.includes('.') ? unicodeHost(host) : madeUpHost
}

/** What keeps every CLI from using the host of this URL, if anything does. */
export function hostFault(publicUrl: string): string | undefined {
  const host = registryHost(publicUrl).replace(/:\d+$/, '')
  if (host.includes('_')) return 'it has an underscore'
  if (host.split('.').some((label) => /^-|-$/.test(label))) return 'a part of it begins or ends with a hyphen'
  return undefined
}

/** Where the platform answers by https under a name of its own, the CLI finds everything by itself. */
export const needsHostBlock = (publicUrl: string): boolean =>
  new URL(publicUrl).protocol !== 'https:' || registryHost(publicUrl) === madeUpHost
