import type { Change } from './provider-twin.js'

const platformsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ os: 'linux', arch: `arch${index}` }))

const listOf =
  (versions: object[]): Change =>
  (document) => ({ ...document, versions })

const withKeys =
  (keys: object[]): Change =>
  (document) => ({ ...document, signing_keys: { gpg_public_keys: keys } })

/** What an origin may say instead of the truth, for `ProviderTwin.lie`. */
export const lies = {
  invalidJson: () => '{"versions":[',
  /** Of versions: one more than may be. */
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
  /** Of versions: one more platform than may be. */
  manyPlatforms: listOf([{ version: '1.0.0', protocols: ['5.0'], platforms: platformsOf(101) }]),
  /** Of any: more than 16 MiB. */
  huge: (document) => ({ ...document, padding: 'x'.repeat(16 * 1024 * 1024) }),
  /** Of downloads. */
  absurdFilename: (document) => ({ ...document, filename: '../x' }),
  noKeys: withKeys([]),
  garbageKeys: withKeys([{ key_id: 'KEY', ascii_armor: 'garbage' }]),
  keysAbsent: ({ signing_keys: _, ...document }) => document,
  /** From the root of the origin. */
  relativeUrls: (document) =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        name.endsWith('_url') ? new URL(String(value)).pathname : value,
      ]),
    ),
  otherPlatform: (document) => ({ ...document, os: 'plan9', arch: 'mips' }),
} satisfies Record<string, Change>
