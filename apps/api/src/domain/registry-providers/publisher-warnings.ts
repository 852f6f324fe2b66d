import { zipWarnings } from './provider-zip.js'
import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderPlatform, RegistryProviderVersion } from './registry-provider-version.js'

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

/** What others call them. */
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

type Named = Pick<RegistryProvider, 'name'>
type Platform = Pick<RegistryProviderPlatform, 'os' | 'arch' | 'zipFault' | 'zipProblem'>

/** Why the CLI cannot install or start a platform, and what to do, in a sentence each; none where it can. */
export function platformWarnings(provider: Named, platform: Platform): string[] {
  const { os, arch } = platform
  const meant = [wordFor(os), wordFor(arch)] as const
  const advice = isAskedFor(...meant)
    ? `Name it ${meant.join('/')}.`
    : 'Name it as Go does, such as linux/amd64.'
  const ofName = isAskedFor(os, arch) ? [] : [`No CLI asks for the platform ${os}/${arch}. ${advice}`]
  return [...ofName, ...zipWarnings(provider, [platform])]
}

/** The same of a whole version, and of its number and protocols. */
export function versionWarnings(
  provider: Named,
  {
    version,
    protocols,
    platforms,
  }: Pick<RegistryProviderVersion, 'version' | 'protocols'> & { readonly platforms: readonly Platform[] },
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
