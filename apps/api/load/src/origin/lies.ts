import type { Change } from './provider-twin.js'

const platformsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ os: 'linux', arch: `arch${index}` }))

const listOf =
  (versions: object[]): Change =>
  (document) => ({ ...document, versions })

const withKeys =
  (keys: object[]): Change =>
  (document) => ({ ...document, signing_keys: { gpg_public_keys: keys } })

/** False answers that an origin may give, for `ProviderTwin.lie`. */
export const lies = {
  invalidJson: () => '{"versions":[',
  /** List of versions with one more than the limit. */
  manyVersions: listOf(
    Array.from({ length: 10_001 }, (_, index) => ({
      ...{ version: `1.0.${index}`, protocols: ['5.0'], platforms: platformsOf(1) },
    })),
  ),
  /** A list with five times the versions that are allowed. */
  farTooManyVersions: listOf(
    Array.from({ length: 50_000 }, (_, index) => ({
      version: `1.0.${index}`,
      protocols: ['5.0'],
      platforms: [],
    })),
  ),
  /** List of versions with one more platform than the limit. */
  manyPlatforms: listOf([{ version: '1.0.0', protocols: ['5.0'], platforms: platformsOf(101) }]),
  /** Any document, larger than 16 MiB. */
  huge: (document) => ({ ...document, padding: 'x'.repeat(16 * 1024 * 1024) }),
  /** A download document with a path for its file name. */
  absurdFilename: (document) => ({ ...document, filename: '../x' }),
  noKeys: withKeys([]),
  garbageKeys: withKeys([{ key_id: 'KEY', ascii_armor: 'garbage' }]),
  keysAbsent: ({ signing_keys: _, ...document }) => document,
  /** Addresses relative to the root of the origin. */
  relativeUrls: (document) =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        name.endsWith('_url') ? new URL(String(value)).pathname : value,
      ]),
    ),
  otherPlatform: (document) => ({ ...document, os: 'plan9', arch: 'mips' }),
} satisfies Record<string, Change>
