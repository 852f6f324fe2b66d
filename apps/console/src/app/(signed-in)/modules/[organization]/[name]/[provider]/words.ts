import { compareVersions, isPreRelease, needsHostBlock, registryHost } from '@engine/shared'
import type { ModuleAddress } from '~/paths'
import { count, numberText } from '~/ui/text'
import type { Shown } from './queries'

/** Tells whether a typed value is an expression that refers to something else. */
const isReference = (text: string): boolean =>
  /^(var|local|module|data|each|count|path)\.[\w.[\]"*-]+$/.test(text)

/** A text between quotes, in which nothing is taken for an expression. */
const quoted = (text: string): string =>
  `"${text
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(/([$%])\{/g, '$1$1{')}"`

/** `Used by 3 workspaces, 2 of them behind the newest version.` */
export function installedText(uses: readonly { workspaces: number; behind: number }[]): string {
  const workspaces = uses.reduce((sum, use) => sum + use.workspaces, 0)
  const behind = uses.reduce((sum, use) => sum + use.behind, 0)
  if (workspaces === 0)
    return 'No workspace is known to use it. A workspace counts when its own token installs the module and writes its state.'
  const used = `Used by ${count(workspaces, 'workspace')}`
  return behind === 0 ? `${used}.` : `${used}, ${numberText(behind)} of them behind the newest version.`
}

/** Tells whether only the folders of the module can be called, not its root. */
export const isRootUncallable = ({ part, folders }: Pick<Shown, 'part' | 'folders'>): boolean =>
  part?.path === '' && part.empty && folders.submodules > 0

/** The uses of versions before one. */
export const olderUses = <Use extends { version: string }>(uses: readonly Use[], version: string): Use[] =>
  uses.filter((use) => compareVersions(use.version, version) < 0)

type Numbered = { version: string; deprecation: { status: 'DEPRECATED' | 'REVOKED' } | null }

type Versioned = {
  newestVersion: Numbered | null
  /** Newest first. */
  versions: { nodes: readonly (Numbered & { status: string })[] }
}

/** The newest version that may be used without a warning; in place of a revoked one also the newest with a warning. */
export function versionInstead({ newestVersion, versions }: Versioned, shown: Numbered): string | undefined {
  const releases = versions.nodes.filter(({ status, version }) => status === 'OK' && !isPreRelease(version))
  const all = [...(newestVersion ? [newestVersion] : []), ...releases]
  const good = all.find(({ version, deprecation }) => version !== shown.version && deprecation === null)
  return (good ?? (shown.deprecation?.status === 'REVOKED' ? newestVersion : null))?.version
}

type Consumer = { organizationId: string | null; organizationName: string | null }

export function consumerName({ organizationId, organizationName }: Consumer): string {
  if (organizationId === null) return 'People, with their own tokens'
  return organizationName ?? `a deleted organization (${organizationId})`
}

/** Returns a typed value as the engine's language writes it for an input of this type. */
export function valueOf(type: string, typed: string): string {
  const text = typed.trim()
  if (isReference(text)) return text
  if (type === 'string') return quoted(typed)
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? text : quoted(typed)
  if (type === 'bool') return text === 'true' || text === 'false' ? text : quoted(typed)
  if (type === 'any') return /^([[{]|-?\d+(\.\d+)?$|(true|false|null)$|")/.test(text) ? text : quoted(typed)
  return text
}

type SnippetInput = { name: string; type: string; typed: string }

/**
 * The call of a module; an input that nothing was typed for waits as null, and says of what type it is. `aliases` are the
 * configurations of providers that the module wants to be passed.
 */
export function moduleCall(
  source: string,
  version: string,
  label: string,
  inputs: readonly SnippetInput[],
  aliases: readonly string[] = [],
): string {
  const width = Math.max(0, ...inputs.map(({ name }) => name.length))
  const lines = inputs.map(({ name, type, typed }) => {
    const value = typed.trim() === '' ? `null # ${type.replace(/\s+/g, ' ')}` : valueOf(type, typed)
    return `  ${name.padEnd(width)} = ${value}`
  })
  const head = [`  source  = ${quoted(source)}`, `  version = ${quoted(version)}`]
  const passed = aliases.map((alias) => `    ${alias} = ${alias}`)
  const providers = passed.length > 0 ? ['', '  providers = {', ...passed, '  }'] : []
  const given = lines.length > 0 ? ['', ...lines] : []
  return [`module ${quoted(label)} {`, ...head, ...providers, ...given, '}'].join('\n')
}

/** Facts of the platform that the engine's CLI has to know. */
export type CliFacts = { publicUrl: string; words: readonly string[] }

/** The source of a module, or of a folder of it. */
export const sourceOf = (
  { publicUrl }: CliFacts,
  { namespace, name, provider }: ModuleAddress,
  path = '',
): string => `${registryHost(publicUrl)}/${namespace}/${name}/${provider}${path === '' ? '' : `//${path}`}`

/** Returns the configuration of the CLI, which reads it from {@link configurationFile}. */
export function cliConfiguration(cli: CliFacts): string {
  const host = registryHost(cli.publicUrl)
  return needsHostBlock(cli.publicUrl)
    ? `${hostBlock(host, [serviceAt(cli.publicUrl, 'modules'), serviceAt(cli.publicUrl, 'providers')])}\n\n${credentialsBlock(host)}`
    : credentialsBlock(host)
}

type Service = readonly [name: string, address: string]

/** Returns the address of the module or the provider protocol for the CLI. */
export const serviceAt = (base: string, what: 'modules' | 'providers'): Service => [
  `${what}.v1`,
  `${base}/v1/${what}/`,
]

/** Says where the services of a host are, in place of the host. */
export function hostBlock(host: string, services: readonly Service[]): string {
  const width = Math.max(...services.map(([name]) => name.length)) + 2
  const lines = services.map(([name, address]) => `    ${`"${name}"`.padEnd(width)} = "${address}"`)
  return [`host "${host}" {`, '  services = {', ...lines, '  }', '}'].join('\n')
}

/** The token takes the place of the dots. */
export const credentialsBlock = (host: string): string =>
  [`credentials "${host}" {`, '  token = "…"', '}'].join('\n')

/** The CLI is called by the first alias that is configured. */
export const cliName = ({ words }: CliFacts): string => words[0] ?? 'engine'

/** Fetches a token for the CLI by the browser, where the CLI finds the platform by itself. */
export const loginCommand = (cli: CliFacts): string => `${cliName(cli)} login ${registryHost(cli.publicUrl)}`

export const configurationFile = (cli: CliFacts): string => `~/.${cliName(cli)}rc`
