import {
  type Icon,
  IconAdjustments,
  IconArchive,
  IconBan,
  IconEdit,
  IconPower,
  IconRosetteDiscountCheck,
  IconShare,
  IconTrash,
  IconUpload,
  IconUserCheck,
} from '@tabler/icons-react'
import type { OrganizationPermission, SearchHitKind, SitePermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { type Hit, thingOf } from '../thing'

/** A text that begins with a verb: the verb, the thing that it is about, and another one. */
export type Asked = { verb: string; thing: string; other: string }

/** Verbs of the commands, which make new things: what follows names the organization. */
const making = ['new', 'create', 'add', 'invite']
const joining = new Set(['with', 'to', 'in', 'for', 'from', 'of', 'on'])
const nouns = new Set(
  'a an the engine version versions module modules workspace workspaces team member user provider organization signing key token'.split(
    ' ',
  ),
)

type Site = { site: SitePermission }
type Own = { own: OrganizationPermission }

type Act = {
  verbs: readonly string[]
  kind: SearchHitKind
  label: string
  icon: Icon
  /** Permission that it takes, on the site or in the organization of the thing. */
  needs: Site | Own
  /** The form or dialog; absent: the page's own action of this name. */
  path?: (hit: Hit) => string
  /** Tells whether a thing is in a state for it. */
  fits?: (hit: Hit) => boolean
}

const writesVersions: Site = { site: 'ENGINE_VERSIONS_WRITE' }
const runsSite: Site = { site: 'SITE_ORGANIZATIONS_WRITE' }
const runsUsers: Site = { site: 'USERS_WRITE' }

const moduleOf = ({ organization, name, detail }: Hit) => ({
  namespace: organization ?? '',
  name,
  provider: detail ?? '',
})

const isCurrent = ({ deprecationStatus }: Hit): boolean => deprecationStatus === null

/** Providers of the public registry are released there. */
const isPrivate = ({ organization, detail }: Hit): boolean => organization === detail

const isOn = ({ isDisabled }: Hit): boolean => !isDisabled

const isOff = ({ isDisabled }: Hit): boolean => isDisabled

const acts: readonly Act[] = [
  {
    ...{ verbs: ['deprecate'], kind: 'ENGINE_VERSION', label: 'Deprecate', icon: IconArchive },
    needs: writesVersions,
    path: ({ id }) => paths.engineVersion(id, { dialog: 'deprecate' }),
    fits: isCurrent,
  },
  {
    ...{ verbs: ['disable'], kind: 'ENGINE_VERSION', label: 'Disable', icon: IconPower },
    needs: writesVersions,
    fits: isOn,
  },
  {
    ...{ verbs: ['enable'], kind: 'ENGINE_VERSION', label: 'Enable', icon: IconPower },
    needs: writesVersions,
    fits: isOff,
  },
  {
    ...{ verbs: ['edit', 'change'], kind: 'ENGINE_VERSION', label: 'Edit', icon: IconEdit },
    needs: writesVersions,
    path: ({ id }) => paths.engineVersionEdit(id),
  },
  {
    ...{
      verbs: ['publish', 'upload', 'release'],
      kind: 'MODULE',
      label: 'Publish a version of',
      icon: IconUpload,
    },
    needs: { own: 'MODULES_PUBLISH' },
    path: (hit) => paths.modulePublish(moduleOf(hit)),
  },
  {
    ...{ verbs: ['edit', 'change'], kind: 'MODULE', label: 'Edit', icon: IconEdit },
    needs: { own: 'MODULES_WRITE' },
    path: (hit) => paths.moduleEdit(moduleOf(hit)),
  },
  {
    ...{ verbs: ['delete', 'remove'], kind: 'MODULE', label: 'Delete', icon: IconTrash },
    needs: { own: 'MODULES_WRITE' },
  },
  {
    ...{ verbs: ['trust'], kind: 'MODULE', label: 'Mark as trusted', icon: IconRosetteDiscountCheck },
    needs: runsSite,
  },
  {
    ...{ verbs: ['edit', 'change', 'move', 'upgrade'], kind: 'WORKSPACE', label: 'Edit', icon: IconEdit },
    needs: { own: 'WORKSPACES_WRITE' },
    path: ({ organization, id }) => paths.workspaceEdit(organization ?? '', id),
  },
  {
    ...{ verbs: ['delete', 'remove'], kind: 'WORKSPACE', label: 'Delete', icon: IconTrash },
    needs: { own: 'WORKSPACES_WRITE' },
  },
  {
    ...{ verbs: ['edit', 'change'], kind: 'TEAM', label: 'Edit', icon: IconEdit },
    needs: { own: 'TEAMS_WRITE' },
    path: ({ organization, id }) => paths.teamEdit(organization ?? '', id),
  },
  {
    ...{
      verbs: ['publish', 'upload', 'release'],
      kind: 'PROVIDER',
      label: 'New version of',
      icon: IconUpload,
    },
    needs: { own: 'PROVIDERS_WRITE' },
    path: ({ organization, id }) => paths.providerVersionNew(organization ?? '', id),
    fits: isPrivate,
  },
  {
    ...{ verbs: ['edit', 'change'], kind: 'PROVIDER', label: 'Edit', icon: IconEdit },
    needs: { own: 'PROVIDERS_WRITE' },
    path: ({ organization, id }) => paths.providerEdit(organization ?? '', id),
    fits: isPrivate,
  },
  {
    ...{ verbs: ['deprecate'], kind: 'PROVIDER', label: 'Deprecate', icon: IconArchive },
    needs: { own: 'PROVIDERS_WRITE' },
    fits: (hit) => isPrivate(hit) && isCurrent(hit),
  },
  {
    ...{ verbs: ['limit'], kind: 'ORGANIZATION', label: 'Limits of', icon: IconAdjustments },
    needs: runsSite,
    path: ({ name }) => paths.organizationLimits(name),
  },
  {
    ...{ verbs: ['disable'], kind: 'ORGANIZATION', label: 'Disable', icon: IconPower },
    needs: runsSite,
    fits: isOn,
  },
  {
    ...{ verbs: ['enable'], kind: 'ORGANIZATION', label: 'Enable', icon: IconPower },
    needs: runsSite,
    fits: isOff,
  },
  {
    ...{ verbs: ['suspend'], kind: 'USER', label: 'Suspend', icon: IconBan },
    needs: runsUsers,
    fits: isOn,
  },
  {
    ...{ verbs: ['unsuspend'], kind: 'USER', label: 'Unsuspend', icon: IconUserCheck },
    needs: runsUsers,
    fits: isOff,
  },
]

const sharing = ['share']
const shareable: readonly SearchHitKind[] = ['MODULE', 'ORGANIZATION', 'PROVIDER']

const verbs = [...new Set([...making, ...sharing, ...acts.flatMap((act) => act.verbs)])]

/** Reads a verb and what follows it; undefined for a text without a verb, or with nothing but one. */
export function askedOf(text: string): Asked | undefined {
  const [first = '', ...rest] = text.toLowerCase().split(/\s+/).filter(Boolean)
  const verb = verbs.find((each) => each === first || (first.length >= 3 && each.startsWith(first)))
  if (verb === undefined) return undefined
  const at = rest.findIndex((word) => joining.has(word))
  const named = (words: readonly string[]) => words.filter((word) => !nouns.has(word)).join(' ')
  const before = named(at < 0 ? rest : rest.slice(0, at))
  const after = named(at < 0 ? [] : rest.slice(at + 1))
  const [thing, other] = making.includes(verb) || before === '' ? [after || before, ''] : [before, after]
  return thing === '' ? undefined : { verb, thing, other }
}

/** Tells whether the second name of a text is another organization's. */
export const hasOther = ({ verb, other }: Asked): boolean => other !== '' && sharing.includes(verb)

/** One thing that can be done: by an address, or by the action of this name on the page of the thing. */
export type Offer = { label: string; icon: Icon; path: string; action?: string; hint?: string }

/** Returns what a verb can be done with, of the things that its text found, and only what the viewer may do. */
export function offersOf(
  asked: Asked,
  hits: readonly Hit[],
  others: readonly Hit[],
  maySite: (permission: SitePermission) => boolean,
): Offer[] {
  if (sharing.includes(asked.verb)) return maySite(runsSite.site) ? sharesOf(asked, hits, others) : []
  return hits.flatMap((hit) =>
    acts
      .filter(({ verbs: own, kind }) => kind === hit.kind && own.includes(asked.verb))
      .filter(({ needs }) => ('site' in needs ? maySite(needs.site) : hit.permissions.includes(needs.own)))
      .filter(({ fits }) => fits?.(hit) ?? true)
      .map(({ label, icon, path }) => {
        const thing = thingOf(hit)
        return {
          ...{ icon, label: path ? `${label} ${thing.label}` : `${label}: ${thing.label}` },
          ...(thing.hint && { hint: thing.hint }),
          ...(path ? { path: path(hit) } : { path: thing.path, action: label }),
        }
      }),
  )
}

/** Limit of the offers to share: more cannot be told apart at a glance. */
const mostShares = 6

/** Modules and providers are shared with those of their organization: what is offered says so. */
function sharesOf(asked: Asked, hits: readonly Hit[], others: readonly Hit[]): Offer[] {
  const isProvider = new Map<string, boolean>()
  for (const { kind, name, organization } of hits.filter((hit) => shareable.includes(hit.kind))) {
    const owner = kind === 'ORGANIZATION' ? name : (organization ?? '')
    if (!isProvider.has(owner)) isProvider.set(owner, kind === 'PROVIDER')
  }
  const consumers = others.filter(({ kind }) => kind === 'ORGANIZATION').map(({ name }) => name)
  return [...isProvider]
    .flatMap(([owner, ofProviders]) => {
      const what = `Share the ${ofProviders ? 'providers' : 'modules'} of ${owner}`
      if (asked.other === '')
        return [{ label: what, icon: IconShare, path: paths.organizationSharing(owner) }]
      return consumers
        .filter((consumer) => consumer !== owner)
        .map((consumer) => ({
          label: `${what} with ${consumer}`,
          icon: IconShare,
          path: paths.organizationSharing(owner, { with: consumer }),
        }))
    })
    .slice(0, mostShares)
}
