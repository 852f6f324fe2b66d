import { isTeamName } from '@engine/shared'
import { z } from 'zod'
import type { Actor } from '../../kernel/actor.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { note, text, type Parsed } from '../../kernel/input.js'
import { siteRoleOf } from '../../kernel/permissions.js'
import { keptOfTeams, keptValues, type KeptValues } from '../kept-settings.js'
import {
  ownersTeam,
  ssoGroupMaximumLength,
  type OrganizationAccess,
  type TeamRights,
} from '../organizations/organization.js'
import type { Member } from '../people/user.js'

export const teamVisibilities = ['secret', 'organization'] as const

export type TeamVisibility = (typeof teamVisibilities)[number]

export interface TeamFacts extends Omit<TeamRights, 'nameKey'> {
  readonly name: string
  /** True where its members manage its tokens too (contract §11). */
  readonly allowMemberTokenManagement: boolean
  readonly visibility: TeamVisibility
  /** The name of the team in single sign-on. */
  readonly ssoTeamId: string | null
}

export interface Team extends TeamFacts {
  /** Further rights that clients set and compare, as `keptOfTeams` reads them (contract §18). */
  readonly kept: unknown
  readonly id: string
  readonly organizationId: string
  /** The members, by user name. */
  readonly members: readonly Member[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The facts of a team as they are written. */
export type KeptTeamFacts = TeamFacts & { readonly kept: KeptValues }

export interface TeamFilter {
  /** Whole team names, in any case. */
  readonly names?: readonly string[] | undefined
  /** A part of the name. */
  readonly search?: string | undefined
}

export type TeamOrder = 'name' | 'members'

export interface TeamAccess extends OrganizationAccess {
  readonly team: Team
}

const right = z.boolean().optional()
const rightName = /^[a-z][a-z0-9-]{0,63}$/
const mostFurtherRights = 64

/** The rights, keyed as in documents: they are an object within an attribute. */
const rights = {
  'manage-providers': right,
  'manage-modules': right,
  'manage-workspaces': right,
  'read-workspaces': right,
}

/** The rights that clients send; those that this platform lacks are stored (contract §18). */
const organizationAccess = z
  .object(rights)
  .catchall(z.boolean())
  .superRefine((access, { addIssue }) => {
    for (const name of Object.keys(access))
      if (!rightName.test(name)) addIssue({ code: 'custom', path: [name] })
  })

const changeable = {
  organizationAccess: organizationAccess.optional(),
  allowMemberTokenManagement: z.boolean().optional(),
  visibility: z.enum(['secret', 'organization']).optional(),
  ssoTeamId: note(ssoGroupMaximumLength).nullable().optional(),
}
const name = text(64, isTeamName)

export const teamCreation = { name, ...changeable }
export const teamChange = { name: name.optional(), ...changeable }

const plainTeam = {
  manageProviders: false,
  manageModules: false,
  manageWorkspaces: false,
  readWorkspaces: false,
  allowMemberTokenManagement: true,
  visibility: 'secret',
  ssoTeamId: null,
  kept: {},
} as const

export function newTeam({ name: given, ...change }: Parsed<typeof teamCreation>): KeptTeamFacts {
  return changedTeam({ name: given, ...plainTeam }, change)
}

/** Applies a change to a team; what is absent stays, also within the rights. */
export function changedTeam(
  before: TeamFacts & Pick<Team, 'kept'>,
  change: Parsed<typeof teamChange>,
): KeptTeamFacts {
  const access = change.organizationAccess ?? {}
  return {
    name: change.name ?? before.name,
    manageProviders: access['manage-providers'] ?? before.manageProviders,
    manageModules: access['manage-modules'] ?? before.manageModules,
    manageWorkspaces: access['manage-workspaces'] ?? before.manageWorkspaces,
    readWorkspaces: access['read-workspaces'] ?? before.readWorkspaces,
    allowMemberTokenManagement: change.allowMemberTokenManagement ?? before.allowMemberTokenManagement,
    visibility: change.visibility ?? before.visibility,
    ssoTeamId: change.ssoTeamId === undefined ? before.ssoTeamId : change.ssoTeamId || null,
    kept: furtherRights(before.kept, access),
  }
}

/** Adds the further rights of a change to the stored ones; an absent one does not change. */
const furtherRights = (kept: unknown, access: Readonly<Record<string, boolean | undefined>>): KeptValues => ({
  ...(kept as KeptValues),
  ...Object.fromEntries(
    Object.entries(access).flatMap(([name, value]) =>
      value === undefined || Object.hasOwn(rights, name) ? [] : [[name, value]],
    ),
  ),
})

/** Limits the further rights, so that a row stays small. */
export function faultsOfFurtherRights(
  change: Pick<Parsed<typeof teamChange>, 'organizationAccess'>,
  kept: unknown,
): readonly Fault[] {
  const count = Object.keys(furtherRights(kept, change.organizationAccess ?? {})).length
  return count > mostFurtherRights ? [faults.tooManyItems(mostFurtherRights, 'organizationAccess')] : []
}

export const isOwners = (team: Pick<Team, 'name'>): boolean => team.name === ownersTeam

/** Returns the stored rights as they were set; by default they are what all others of the team are. */
export function keptRightsOf(team: Pick<Team, 'name' | 'kept'>): Readonly<Record<string, boolean>> {
  const kept = Object.entries(keptValues(keptOfTeams, team.kept))
  const sent = team.kept as KeptValues
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value === true || (isOwners(team) && sent[name] === undefined)]),
  )
}

/** True where a caller who may write teams may write this one: service tokens never change the owners. */
export const mayWrite = (actor: Actor, team: Pick<Team, 'name'>): boolean =>
  !(isOwners(team) && siteRoleOf(actor) === 'service')

/** Finds changes that the owners refuse: they may do everything, under this very name (contract §3). */
export function faultsOfOwnersChange(change: Parsed<typeof teamChange>): readonly Fault[] {
  const access = change.organizationAccess ?? {}
  const isDenied = Object.keys(rights).some((right) => access[right] === false)
  return [
    ...(change.name !== undefined && change.name !== ownersTeam
      ? [faults.denied('The team owners cannot be renamed', 'name')]
      : []),
    ...(isDenied ? [faults.denied('The team owners may do everything', 'organizationAccess')] : []),
  ]
}

/** Refuses a group that is not allowed to the organization of the team (contract §10); the one that it has may stay. */
export function faultsOfSsoGroup(
  group: string | null | undefined,
  allowed: readonly string[],
  before: string | null,
): readonly Fault[] {
  const isOpen = !group || group === before || allowed.includes(group)
  return isOpen ? [] : [faults.notIncluded('ssoTeamId')]
}

export const ownersStay = faults.denied('The team owners cannot be deleted')

/** The fault of a user who would leave the team, the organization, or the site as the last owner. */
export const lastOwnerStays = faults.denied('The team owners cannot lose its last member')
