import { zipWarnings, type LookedThroughPlatform, type NamedProvider } from './provider-zip.js'

/** The platforms that the CLI is built for, as Go names them: it asks for its own by these words. */
const processors: Readonly<Record<string, string>> = {
  aix: 'ppc64',
  android: '386 amd64 arm arm64',
  darwin: '386 amd64 arm arm64',
  dragonfly: 'amd64',
  freebsd: '386 amd64 arm arm64 riscv64',
  illumos: 'amd64',
  ios: 'amd64 arm64',
  js: 'wasm',
  linux: '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x',
  netbsd: '386 amd64 arm arm64',
  openbsd: '386 amd64 arm arm64 mips64 ppc64 riscv64',
  plan9: '386 amd64 arm',
  solaris: 'amd64',
  wasip1: 'wasm',
  windows: '386 amd64 arm arm64',
}

/** Other words for systems and architectures, with the one that the engine uses. */
const otherWords: Readonly<Record<string, string>> = {
  ...{ macos: 'darwin', osx: 'darwin', mac: 'darwin', win: 'windows', win32: 'windows', win64: 'windows' },
  ...{ x86_64: 'amd64', 'x86-64': 'amd64', x64: 'amd64', aarch64: 'arm64', armv8: 'arm64' },
  ...{ i386: '386', i686: '386', x86: '386', armv6: 'arm', armv7: 'arm', armv6l: 'arm', armv7l: 'arm' },
}

const isAskedFor = (os: string, arch: string): boolean =>
  Object.hasOwn(processors, os) && (processors[os] ?? '').split(' ').includes(arch)

const wordFor = (word: string): string => {
  const plain = word.toLowerCase()
  return Object.hasOwn(otherWords, plain) ? (otherWords[plain] ?? plain) : plain
}

/** Name under which the CLI asks for a platform that has another here, such as `linux/amd64`; else undefined. */
export function otherNameOf(os: string, arch: string): string | undefined {
  const meant = [wordFor(os), wordFor(arch)] as const
  return !isAskedFor(os, arch) && isAskedFor(...meant) ? meant.join('/') : undefined
}

/** Warning that no CLI asks for a platform of this name, and how to name it. */
export function platformNameWarnings(os: string, arch: string): string[] {
  if (isAskedFor(os, arch)) return []
  const advice = `Name it ${otherNameOf(os, arch) ?? 'as Go does, such as linux/amd64'}.`
  return [`No CLI asks for the platform ${os}/${arch}. ${advice}`]
}

/**
 * Warnings why the CLI cannot install or start a platform, and what to do, in a sentence each; empty if it
 * can.
 */
export const platformWarnings = (provider: NamedProvider, platform: LookedThroughPlatform): string[] => [
  ...platformNameWarnings(platform.os, platform.arch),
  ...zipWarnings(provider, [platform]),
]

/** The same of a whole version, and of its number and protocols. */
export function versionWarnings(
  provider: NamedProvider,
  {
    version,
    protocols,
    platforms,
  }: {
    readonly version: string
    readonly protocols: readonly string[]
    readonly platforms: readonly LookedThroughPlatform[]
  },
): string[] {
  const isSpoken = protocols.length === 0 || protocols.some((protocol) => /^[56](?:\.|$)/.test(protocol))
  return [
    ...(version === '0.0.0'
      ? ['No CLI installs the version 0.0.0, which stands for none. Publish another number, such as 0.0.1.']
      : []),
    ...(isSpoken
      ? []
      : [
          `No CLI of today speaks ${protocols.join(' or ')}: the provider has to support the protocol 5 or 6. Publish a version that names one.`,
        ]),
    ...platforms.flatMap((platform) => platformWarnings(provider, platform)),
  ]
}
