import { unicodeHost } from './unicode-host.js'

/** Name of a platform without a usable name, as it is written into the configuration of a CLI. */
const madeUpHost = 'registry.local.test'

/**
 * The host in the addresses of modules of the platform at this URL. The CLI accepts only one with a dot as a
 * registry, and only in the letters that people write.
 */
export function registryHost(publicUrl: string): string {
  const { host, hostname } = new URL(publicUrl)
  return hostname.includes('.') ? unicodeHost(host) : madeUpHost
}

/** Tells whether the platform at this URL has no name that the CLI accepts. */
export const isMadeUpHost = (publicUrl: string): boolean => registryHost(publicUrl) === madeUpHost

/** Fault that keeps every CLI from using the host of this URL, if any does. */
export function hostFault(publicUrl: string): string | undefined {
  const host = registryHost(publicUrl).replace(/:\d+$/, '')
  if (host.includes('_')) return 'it has an underscore'
  if (host.split('.').some((label) => /^-|-$/.test(label))) return 'a part of it begins or ends with a hyphen'
  return undefined
}

/**
 * Tells whether a CLI needs a host block: it finds everything by itself only at a platform with https and a
 * proper name.
 */
export const needsHostBlock = (publicUrl: string): boolean =>
  new URL(publicUrl).protocol !== 'https:' || isMadeUpHost(publicUrl)
