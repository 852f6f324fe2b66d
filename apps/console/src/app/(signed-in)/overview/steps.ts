import { needsHostBlock } from '@engine/shared'
import {
  cliConfiguration,
  cliName,
  configurationFile,
  loginCommand,
  moduleCall,
  sourceOf,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import type { FirstStepsQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { CodeLanguage } from '~/ui/highlighted'

/** Code to copy for a step, with what to do with it. */
type StepCode = { about: string; what: string; text: string; language: CodeLanguage }

export type Step = {
  key: string
  title: string
  about?: string
  isDone: boolean
  codes?: readonly StepCode[]
  action?: { label: string; path: string } | undefined
}

/** Returns the steps for starting to use the platform: site administrators add what others then use. */
export const stepsOf = (found: FirstStepsQuery, forSite: boolean): readonly Step[] =>
  forSite
    ? [
        organizationStep(found),
        publishStep(found),
        installStep(found),
        inviteStep(found),
        versionStep(found),
        workspaceStep(found),
      ]
    : [tokenStep(found), cliStep(found), useStep(found)]

/** The first that is to be done. */
export const nextOf = (steps: readonly Step[]): Step | undefined => steps.find(({ isDone }) => !isDone)

const firstOrganization = ({ viewer, siteOrganizations }: FirstStepsQuery) =>
  viewer?.organizations.nodes[0]?.name ?? siteOrganizations?.nodes[0]?.name

const mostUsed = ({ published }: FirstStepsQuery) => published.nodes[0]

const isInstalled = (found: FirstStepsQuery): boolean => (mostUsed(found)?.downloads ?? 0) > 0

const organizationStep = (found: FirstStepsQuery): Step => ({
  key: 'organization',
  title: 'Create an organization',
  about: 'Modules, workspaces and teams belong to one. Its name is the first part of their addresses.',
  isDone: firstOrganization(found) !== undefined,
  action: { label: 'New organization', path: paths.organizationNew() },
})

function publishStep(found: FirstStepsQuery): Step {
  const [made] = found.modules.nodes
  const organization = firstOrganization(found)
  return {
    key: 'publish',
    title: 'Publish a module',
    about: 'From a folder, in the browser or from CI. The CLI installs it by its address.',
    isDone: mostUsed(found) !== undefined,
    action:
      made !== undefined
        ? { label: 'Publish a version', path: paths.modulePublish(made) }
        : { label: 'New module', path: paths.moduleNew(organization === undefined ? {} : { organization }) },
  }
}

/** Page with the rest: the token, public providers, and how to check that it works. */
const connect = { label: 'Connect the CLI', path: paths.connect() }

/**
 * Returns the code that connects a CLI to the platform: where the CLI finds it by itself, a login is enough.
 */
const cliConnection = ({ cli }: FirstStepsQuery): StepCode =>
  needsHostBlock(cli.publicUrl)
    ? {
        about: `This goes into ${configurationFile(cli)}, with a token in place of the dots:`,
        what: 'the configuration of the CLI',
        text: cliConfiguration(cli),
        language: 'hcl',
      }
    : {
        about: 'Run this once for each machine. It opens the browser and stores a token:',
        what: 'the login command',
        text: loginCommand(cli),
        language: 'bash',
      }

function callOf(found: FirstStepsQuery): readonly StepCode[] {
  const module = mostUsed(found)
  if (!module?.newestVersion) return []
  const text = moduleCall(sourceOf(found.cli, module), module.newestVersion.version, module.name, [])
  const about = `Put this into main.tf in a new folder. Then run ${cliName(found.cli)} init there:`
  return [{ about, what: 'the module call', text, language: 'hcl' }]
}

function installStep(found: FirstStepsQuery): Step {
  const step = { key: 'install', title: 'Install it', isDone: isInstalled(found), action: connect }
  return mostUsed(found) === undefined
    ? {
        ...step,
        about: 'The call of a module appears here once one is published. You can connect the CLI before.',
      }
    : { ...step, codes: [cliConnection(found), ...callOf(found)] }
}

function inviteStep(found: FirstStepsQuery): Step {
  const organization = firstOrganization(found)
  const members = found.viewer?.organizations.nodes[0]?.memberships.totalCount ?? 0
  return {
    key: 'invite',
    title: 'Invite a colleague',
    about: 'They join with a link. They get the rights of the teams that you add them to.',
    isDone: members > 1 || (found.users?.totalCount ?? 0) > 1,
    action:
      organization === undefined
        ? { label: 'New user', path: paths.userNew() }
        : { label: 'Invite a member', path: paths.members(organization, { dialog: 'invite' }) },
  }
}

const versionStep = ({ engineVersions }: FirstStepsQuery): Step => ({
  key: 'version',
  title: 'Add an engine version',
  about: 'Only for workspaces with state: each of them uses one. Modules and providers need none.',
  isDone: (engineVersions?.totalCount ?? 0) > 0,
  action: { label: 'New engine version', path: paths.engineVersionNew() },
})

/** A workspace needs an engine version: until there is one, the step leads to nothing that could be done. */
function workspaceStep(found: FirstStepsQuery): Step {
  const organization = firstOrganization(found)
  const isPossible = (found.engineVersions?.totalCount ?? 0) > 0 && organization !== undefined
  return {
    key: 'workspace',
    title: 'Create a workspace',
    about: `It stores the state of a configuration.${isPossible ? '' : ' Create an organization and add an engine version first.'}`,
    isDone: (found.siteWorkspaces?.totalCount ?? 0) > 0,
    action: isPossible ? { label: 'New workspace', path: paths.workspaceNew(organization) } : undefined,
  }
}

const tokenStep = ({ viewer }: FirstStepsQuery): Step => ({
  key: 'token',
  title: 'Create a token',
  about: 'The CLI, scripts and CI sign in with it. The one for your machine has your rights.',
  isDone: (viewer?.tokens.totalCount ?? 0) > 0,
  action: { label: 'New token', path: paths.tokens({ dialog: 'create', scope: 'all' }) },
})

const isTokenUsed = ({ viewer }: FirstStepsQuery): boolean =>
  viewer?.tokens.nodes.some(({ lastUsedAt }) => lastUsedAt !== null) ?? false

const cliStep = (found: FirstStepsQuery): Step => ({
  key: 'cli',
  title: 'Configure the CLI',
  codes: [cliConnection(found)],
  isDone: isTokenUsed(found),
  action: connect,
})

function useStep(found: FirstStepsQuery): Step {
  const codes = callOf(found)
  return {
    key: 'use',
    title: 'Use a module',
    ...(codes.length === 0 && {
      about: 'No modules yet. Modules of your organizations appear here, and those shared with them.',
    }),
    codes,
    isDone: isTokenUsed(found) && isInstalled(found),
    action: { label: 'Modules', path: paths.modules() },
  }
}
