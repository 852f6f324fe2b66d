import { type AuditAction, auditActions } from '@engine/shared'
import type { AuditEventRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'

type Event = Pick<AuditEventRowFragment, 'action' | 'actor' | 'target' | 'organization' | 'changes'>

/** Words after the actor's name; `{target}` and `{organization}` stand for their names. */
type Words =
  | string
  | {
      other: string
      /** Words for what users do to themselves or to their own things. */
      own?: string
      /** Words for a target without a name. */
      unnamed?: string
      /** A whole sentence, where no one is signed in. */
      anonymous?: string
    }

const words: Record<AuditAction, Words> = {
  'access.deny': 'was denied the permission {target}',
  'attention.release': 'let go of {target}',
  'attention.take': 'took on {target}',
  'audit-log.drop': 'deleted audit events past their retention',
  'authentication-token.create': { other: 'created the token {target}', unnamed: 'created a token' },
  'authentication-token.delete': { other: 'deleted the token {target}', unnamed: 'deleted a token' },
  'authentication-token.revoke': {
    other: 'revoked the token {target} by its value',
    unnamed: 'revoked a token by its value',
  },
  'ci-identity.create': 'created the CI identity {target}',
  'ci-identity.delete': 'deleted the CI identity {target}',
  'ci-identity.exchange': 'got a token for a job with the CI identity {target}',
  'ci-identity.update': 'changed the CI identity {target}',
  'engine-version.create': 'added engine version {target}',
  'engine-version.delete': 'deleted engine version {target}',
  'engine-version.update': 'changed engine version {target}',
  'engine-version.verify': 'started verifying engine version {target}',
  'gpg-key.create': 'added the signing key {target}',
  'gpg-key.delete': 'deleted the signing key {target}',
  'gpg-key.update': 'changed the signing key {target}',
  'module.create': 'created the module {target}',
  'module.delete': 'deleted the module {target}',
  'module.update': 'changed the module {target}',
  'module.verify': 'changed the verification of {target}',
  'module-consumers.end': 'ended the module sharing of {target}',
  'module-consumers.set': 'changed who may use the modules of {target}',
  'provider-consumers.end': 'ended the provider sharing of {target}',
  'provider-consumers.set': 'changed who may use the providers of {target}',
  'module-version.break-interface': 'broke callers with {target}',
  'module-version.create': 'started publishing {target}',
  'module-version.delete': 'deleted module version {target}',
  'module-version.deprecate': 'deprecated {target}',
  'module-version.publish': 'published {target}',
  'module-version.put-away': 'put away the failed upload of {target}',
  'module-version.refuse': 'uploaded an archive of {target} that was refused',
  'module-version.restore': 'restored {target}',
  'module-version.revoke': 'revoked {target}',
  'module-version.set-end-of-life': 'changed the end of life of {target}',
  'organization.create': 'created the organization {target}',
  'organization.delete': 'deleted the organization {target}',
  'organization.set': 'changed the site settings of {target}',
  'organization.update': 'changed the settings of {target}',
  'organization-membership.accept': {
    other: 'joined {organization}',
    anonymous: '{target} joined {organization}',
  },
  'organization-membership.create': 'added {target} to {organization}',
  'organization-membership.decline': 'declined the invitation to {organization}',
  'organization-membership.delete': 'removed {target} from {organization}',
  'organization-membership.leave': 'left {organization}',
  'organization-membership.renew-invitation': 'renewed the invitation of {target} to {organization}',
  'password.refuse': 'entered a wrong current password',
  'public-module.accept': 'accepted the changed archive of {target}',
  'public-module.alter': 'found the archive of {target} changed at its origin',
  'public-provider.approve': 'allowed {organization} the public provider {target}',
  'public-provider.create': 'added the public provider {target}',
  'public-provider.delete': 'deleted the public provider {target}',
  'public-provider.update': 'changed the public provider {target}',
  'public-provider.withdraw': 'withdrew the public provider {target} from {organization}',
  'public-provider-version.accept': 'accepted the change of {target}',
  'public-provider-version.alter': 'found {target} changed at its origin',
  'public-provider-version.block': 'blocked {target}',
  'public-provider-version.import': 'imported a file of {target}',
  'public-provider.import': 'imported keys of {target}',
  'public-provider-version.release': 'released {target}',
  'public-provider-version.reset': 'undid the decision on {target}',
  'registry-provider.create': 'added the provider {target}',
  'registry-provider.delete': 'deleted the provider {target}',
  'registry-provider.update': 'updated the provider {target}',
  'registry-provider.deprecate': 'deprecated the provider {target}',
  'registry-provider.restore': 'restored the provider {target}',
  'registry-provider.revoke': 'revoked the provider {target}',
  'registry-provider-platform.create': 'added the platform {target}',
  'registry-provider-platform.delete': 'deleted the platform {target}',
  'registry-provider-platform.upload': 'uploaded the file of {target}',
  'registry-provider-version.create': 'created provider version {target}',
  'registry-provider-version.delete': 'deleted provider version {target}',
  'registry-provider-version.deprecate': 'deprecated provider version {target}',
  'registry-provider-version.document': 'uploaded the documentation of {target}',
  'registry-provider-version.publish': 'published {target}',
  'registry-provider-version.put-away': 'put away the failed upload of {target}',
  'registry-provider-version.restore': 'restored provider version {target}',
  'registry-provider-version.revoke': 'revoked provider version {target}',
  'registry-provider-version.set-end-of-life': 'changed the end of life of provider version {target}',
  'registry-provider-version.upload': 'uploaded the checksums of {target}',
  'session.create': 'signed in',
  'session.delete': { own: 'ended a session', other: 'ended a session of {target}' },
  'session.reauthenticate': 'signed in again',
  'session.refuse': 'was refused: the sign-in was too old',
  'session.revoke': 'revoked a session of {target} by its token',
  'set-up.fail': 'failed to set up the platform',
  'sharing-request.create': 'asked for a share with {target}',
  'sharing-request.decline': 'declined a share with {target}',
  'sharing-request.withdraw': 'withdrew the request for a share with {target}',
  'sign-in.fail': {
    other: 'failed to sign in as {target}',
    own: 'failed to sign in',
    unnamed: 'failed to sign in',
  },
  'state-version.prune': 'removed old states of {target}',
  'state-version.create': 'wrote a state of {target}',
  'state-version.read': 'read a state of {target}',
  'state-version.roll-back': 'rolled back the state of {target}',
  'state-version.upload': 'uploaded a state of {target}',
  'storage.fill': 'refuses files: the disk has too little space left',
  'team.create': 'created the team {target}',
  'team.delete': 'deleted the team {target}',
  'team.update': 'changed the team {target}',
  'team.update-members': 'changed the members of the team {target}',
  'token.refuse': 'used a token that was refused',
  'trusted-issuer.create': 'added the trusted issuer {target}',
  'trusted-issuer.delete': 'deleted the trusted issuer {target}',
  'trusted-issuer.update': 'changed the trusted issuer {target}',
  'user.authorize-login': 'signed in from the command line',
  'user.create': { other: 'created the user {target}', anonymous: '{target} signed up' },
  'user.create-password-link': 'created a password link for {target}',
  'user.delete': 'deleted the user {target}',
  'user.disable-two-factor': {
    own: 'turned off two-step sign-in',
    other: 'turned off two-step sign-in for {target}',
  },
  'user.enable-two-factor': {
    own: 'turned on two-step sign-in',
    other: 'turned on two-step sign-in for {target}',
  },
  'user.end-sessions': { own: 'ended all other sessions', other: 'ended all sessions of {target}' },
  'user.free-identity': 'unlinked {target} from its single sign-on identity',
  'user.grant-admin': 'made {target} an administrator',
  'user.lose-email': {
    other: 'claimed the e-mail address of {target}',
    anonymous: 'The e-mail address of {target} was claimed',
  },
  'user.relink': {
    other: 'linked {target} to another sign-in provider',
    anonymous: '{target} was linked to another sign-in provider',
  },
  'user.renew-recovery-codes': 'created new recovery codes',
  'user.revoke-admin': 'removed the administrator role from {target}',
  'user.revoke-tokens': { own: 'revoked all their access', other: 'revoked all access of {target}' },
  'user.set-email': 'set the e-mail address of {target}',
  'user.suspend': 'suspended {target}',
  'user.unsuspend': 'unsuspended {target}',
  'user.update': { own: 'changed their account', other: 'changed the account of {target}' },
  'user.update-password': {
    own: 'changed their password',
    other: 'changed the password of {target}',
    anonymous: '{target} set a new password',
  },
  'user.use-recovery-code': {
    own: 'used a recovery code',
    other: 'used a recovery code of {target}',
    anonymous: '{target} used a recovery code',
  },
  'user.verify-email': {
    own: 'verified their e-mail address',
    other: 'verified the e-mail address of {target}',
    anonymous: '{target} verified their e-mail address',
  },
  'webhook.create': 'created the webhook {target}',
  'webhook.delete': 'deleted the webhook {target}',
  'webhook.disable': 'disabled the webhook {target}, which failed',
  'webhook.resend': 'sent a delivery of the webhook {target} again',
  'webhook.rotate-secret': 'rotated the secret of the webhook {target}',
  'webhook.test': 'sent a test event to the webhook {target}',
  'webhook.update': 'changed the webhook {target}',
  'workspace.create': 'created the workspace {target}',
  'workspace.delete': 'deleted the workspace {target}',
  'workspace.force-unlock': 'unlocked the workspace {target} by force',
  'workspace.lock': 'locked the workspace {target}',
  'workspace.unlock': 'unlocked the workspace {target}',
  'workspace.update': 'changed the workspace {target}',
}

/** Words for changes of a single fact, by the fact and its new value, or by the fact alone. */
const oneChange: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ci-identity.update': {
    'enabled true': 'enabled the CI identity {target}',
    'enabled false': 'disabled the CI identity {target}',
  },
  'engine-version.update': {
    'enabled true': 'enabled engine version {target}',
    'enabled false': 'disabled engine version {target}',
    'deprecated true': 'deprecated engine version {target}',
    'deprecated false': 'removed the deprecation of engine version {target}',
    'beta true': 'marked engine version {target} as beta',
    'beta false': 'marked engine version {target} as not beta',
    'official true': 'marked engine version {target} as official',
    'official false': 'marked engine version {target} as not official',
    archs: 'changed the archives of engine version {target}',
    deprecatedReason: 'changed why engine version {target} is deprecated',
    endOfLife: 'changed the end of life of engine version {target}',
  },
  'public-provider.update': {
    'approvedForAll true': 'approved the public provider {target} for all organizations',
    'approvedForAll false': 'withdrew the approval of {target} for all organizations',
  },
  'registry-provider-version.upload': {
    'file shasums-sig': 'uploaded the signature of {target}',
  },
  'trusted-issuer.update': {
    'enabled true': 'enabled the trusted issuer {target}',
    'enabled false': 'disabled the trusted issuer {target}',
  },
  'webhook.update': {
    'enabled true': 'enabled the webhook {target}',
    'enabled false': 'disabled the webhook {target}',
  },
}

/** Facts that change along with another one. */
const along: Readonly<Record<string, string>> = {
  deprecatedReason: 'deprecated',
  endOfLife: 'deprecated',
  disabledReason: 'enabled',
  failingSince: 'enabled',
}

function oneChangeOf({ action, changes }: Event): string | undefined {
  const names = new Set(changes.map(({ name }) => name))
  const [fact, ...others] = changes.filter(({ name }) => !names.has(along[name] ?? ''))
  if (!fact || others.length > 0) return undefined
  const words = oneChange[action]
  return words?.[`${fact.name} ${String(fact.after)}`] ?? words?.[fact.name]
}

export type SentencePart = { is: 'words' | 'actor' | 'target' | 'organization'; text: string }

const isKnown = (action: string): action is AuditAction => Object.hasOwn(words, action)

/** An event as a sentence, in parts, so that its names can be links. */
export function sentenceOf(event: Event): SentencePart[] {
  return templateOf(event)
    .split(/(\{actor\}|\{target\}|\{organization\})/)
    .filter((text) => text !== '')
    .map((text) => partOf(text, event))
}

export const sentenceText = (event: Event): string =>
  sentenceOf(event)
    .map(({ text }) => text)
    .join('')

function partOf(text: string, { actor, target, organization }: Event): SentencePart {
  if (text === '{actor}') return { is: 'actor', text: actorName(actor) }
  if (text === '{target}') return { is: 'target', text: target.name }
  if (text !== '{organization}') return { is: 'words', text }
  return organization
    ? { is: 'organization', text: organizationName(organization) }
    : { is: 'words', text: 'an organization' }
}

function templateOf(event: Event): string {
  const { action, actor, target } = event
  // Recorded by another release.
  if (!isKnown(action)) return `{actor} did ${action}${target.name === '' ? '' : ' to {target}'}`
  const found = oneChangeOf(event) ?? words[action]
  if (typeof found === 'string') return `{actor} ${found}`
  if (actor.type === 'NOBODY' && found.anonymous !== undefined) return found.anonymous
  const chosen = target.name === '' ? found.unnamed : isOwn(event) ? found.own : undefined
  return `{actor} ${chosen ?? found.other}`
}

/** Sessions are recorded under the name of their user. */
const isOwn = ({ actor, target }: Event): boolean =>
  actor.type === 'USER' &&
  (target.id === actor.id || (target.type === 'session' && target.name === actor.name))

type Target = Pick<AuditEventRowFragment, 'action' | 'target' | 'organization'>

/** Returns the page of an event's target; undefined if there is none, or no longer one. */
export function pathOfTarget({
  action,
  target: { type, id, name },
  organization,
}: Target): string | undefined {
  if (action.endsWith('.delete') && action.startsWith(`${type}.`)) return undefined
  if (type === 'engine-version') return paths.engineVersion(id)
  if (type === 'user') return paths.user(id)
  if (type === 'trusted-issuer') return paths.trustedIssuers()
  if (type === 'public-provider') return paths.sitePublicProvider(id)
  const within = organization?.name ?? undefined
  if (within === undefined) return undefined
  const pages: Readonly<Record<string, string>> = {
    'ci-identity': paths.ciIdentity(within, id),
    'gpg-key': paths.signingKeys(within),
    organization: paths.organization(within),
    'organization-membership': paths.member(within, id),
    'registry-provider': paths.provider(within, id),
    team: paths.team(within, id),
    workspace: paths.workspace(within, id),
  }
  return pages[type] ?? pathOfModule(type, name)
}

/** Modules are recorded under their address, versions of them with their number behind it. */
function pathOfModule(type: string, text: string): string | undefined {
  const [address = '', version] = text.split(' ')
  const [namespace, name, provider] = address.split('/')
  if (!type.startsWith('module') || !namespace || !name || !provider) return undefined
  return paths.module({ namespace, name, provider }, version === undefined ? {} : { version })
}

export function actorName({ type, name }: AuditEventRowFragment['actor']): string {
  if (type === 'NOBODY') return 'An unknown caller'
  if (type === 'SYSTEM') return `The platform (${name})`
  return type === 'USER' ? name : `${name} (${type.toLowerCase()})`
}

/** Returns the name of an organization, or its last known name if it was deleted. */
export const organizationName = ({ id, name }: NonNullable<AuditEventRowFragment['organization']>): string =>
  name ?? id

/** Kinds of targets: the first part of every action. */
export const areas = [
  ...new Set(auditActions.map((action) => action.slice(0, action.indexOf('.')))),
].toSorted()

const refusals = new Set([
  'access.deny',
  'password.refuse',
  'session.refuse',
  'set-up.fail',
  'sign-in.fail',
  'token.refuse',
])

/** Tells whether an action records a refusal, so that nothing was changed. */
export const isRefusal = (action: string): boolean => refusals.has(action)

/** The retention of events, for readers of the log. */
export function retentionInWords(months: number | null): string {
  if (months === null) return 'Retention: unlimited'
  return `Retention: ${months} ${months === 1 ? 'month' : 'months'}`
}
