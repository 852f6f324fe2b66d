import { isPreRelease } from '@engine/shared'
import { statusWords } from '~/app/(signed-in)/public-providers/words'
import type { PublicProviderStatusQuery, PublicProviderVersionStatus } from '~/data/generated/graphql'
import { count, listed, numberText } from '~/ui/text'
import type { FoundPublicProvider, ListingOrganization } from './queries'

type Status = { status: PublicProviderVersionStatus; goneFromOrigin: boolean }

/**
 * Returns the word for a status; a version that its origin removed does not install, whatever its status is.
 */
export const stateWord = ({ status, goneFromOrigin }: Status): string =>
  goneFromOrigin ? 'Removed from its origin' : statusWords[status].word

type Versions = FoundPublicProvider['newest']

const there = ({ nodes }: Pick<Versions, 'nodes'>) => nodes.filter(({ goneFromOrigin }) => !goneFromOrigin)

/** The newest that installs; releases before pre-releases, which the CLI takes by their exact number alone. */
export function newestAvailable(versions: Pick<Versions, 'nodes'>): string | undefined {
  const available = there(versions).filter(({ status }) => status === 'AVAILABLE')
  return (available.find(({ version }) => !isPreRelease(version)) ?? available[0])?.version
}

/** The newest version of all, where it is held. */
export function newestHeld(versions: Pick<Versions, 'nodes'>): Versions['nodes'][number] | undefined {
  const [newest] = there(versions)
  return newest?.status === 'HELD' ? newest : undefined
}

const withheld = ['HELD', 'BLOCKED', 'ALTERED', 'UNVERIFIED'] as const

/** `2 versions are held, 1 is unverified.`: why none installs. */
export function withheldText(versions: Pick<Versions, 'nodes'>): string {
  const parts = withheld.flatMap((status) => {
    const amount = there(versions).filter((node) => node.status === status).length
    return amount === 0 ? [] : [{ amount, word: status.toLowerCase() }]
  })
  const [first, ...others] = parts
  if (!first) return ''
  const verb = (amount: number) => (amount === 1 ? 'is' : 'are')
  const rest = others.map(({ amount, word }) => `, ${numberText(amount)} ${verb(amount)} ${word}`)
  return `${count(first.amount, 'version')} ${verb(first.amount)} ${first.word}${rest.join('')}.`
}

/** `darwin (arm64), linux (amd64, arm64)`: a provider has a dozen of them. */
export function platformsText(platforms: readonly string[]): string {
  const systems = [...new Set(platforms.map((platform) => platform.split('/')[0] ?? ''))]
  const architecturesOf = (os: string) =>
    platforms.filter((each) => each.startsWith(`${os}/`)).map((each) => each.slice(os.length + 1))
  return systems.map((os) => `${os} (${architecturesOf(os).join(', ')})`).join(', ')
}

type Team = { name: string; members: { nodes: readonly { username: string }[]; totalCount: number } }

/**
 * Returns whom a member asks: for the public registry the owners, who may list it themselves; else the people
 * who run the site.
 */
export function whomToAsk(organization: string, teams: readonly Team[], isOfMain: boolean): string {
  if (!isOfMain) return `Ask a site administrator to approve it for ${organization}.`
  const owners = teams.find(({ name }) => name === 'owners')?.members
  const names = owners?.nodes.map(({ username }) => username) ?? []
  if (!owners || names.length === 0) return `Ask an owner of ${organization} to list it.`
  return `Ask an owner of ${organization} to list it: ${listed(names, owners.totalCount)}.`
}

/** The organization with the provider that was asked for. */
export function withProvider({ organization }: PublicProviderStatusQuery) {
  const provider = organization?.publicProvider
  return organization && provider ? { ...organization, publicProvider: provider } : null
}

type Deciding = {
  organization:
    | (Pick<ListingOrganization, 'publicProviders' | 'providerCooldown'> & {
        publicProvider: Pick<FoundPublicProvider, 'isKnown'> | null
      })
    | null
  publicProviderSettings: { isSet: boolean }
}

/** Tells whether this platform decides on the provider; else the public registry's answer is passed on. */
export const isControlled = ({ organization, publicProviderSettings: { isSet } }: Deciding): boolean =>
  organization !== null &&
  (isSet ||
    organization.publicProviders !== null ||
    organization.providerCooldown !== null ||
    organization.publicProvider?.isKnown === true)
