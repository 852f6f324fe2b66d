import { asciiHost } from './unicode-host.js'

/** The CLI knows this word alone, whatever it is called here. */
const toolPrefix = /^terraform-(?:provider-)?/i

const underscore = 'it has an underscore'

/**
 * Engines that refuse underscores. Of the newer ones one CLI alone accepts one in a namespace; none in a
 * name.
 */
const refusersOfUnderscores = 'Terraform before 1.16 and OpenTofu'

/** Fault of a part of a provider's address that the engine's CLI refuses before it asks any registry. */
function faultOf(part: string): string | undefined {
  if (part.includes('--')) return 'it has two hyphens in a row'
  if (part.startsWith('-')) return 'it begins with a hyphen'
  if (part.endsWith('-')) return 'it ends with a hyphen'
  return part.includes('_') ? underscore : undefined
}

/**
 * Warnings why the engine's CLI can never ask for a provider, and what to do, in a sentence each; empty if it
 * can.
 */
export function cliNameWarnings({
  namespace,
  name,
}: Readonly<Record<'namespace' | 'name', string>>): readonly string[] {
  const ofNamespace = faultOf(namespace)
  const ofName = faultOf(name)
  const whose = ofNamespace === underscore ? refusersOfUnderscores : 'The CLI'
  const [prefix = ''] = toolPrefix.exec(name) ?? []
  const meant = name.slice(prefix.length)
  return [
    ofNamespace !== undefined &&
      `${whose} cannot install providers of the namespace ${namespace}: ${ofNamespace}. Use a namespace of letters, digits and single hyphens between them.`,
    ofName !== undefined &&
      `The CLI cannot install a provider named ${name}: ${ofName}. Use a name of letters, digits and single hyphens between them.`,
    prefix !== '' &&
      `The CLI cannot install a provider named ${name}: it begins with ${prefix}, which belongs to names of repositories and files. ${meant === '' ? 'Use another name.' : `Name it ${meant}.`}`,
  ].filter((warning) => warning !== false)
}

/** Tells whether any CLI can ask for a provider; `cliNameWarnings` names those that cannot. */
export function isForSomeCli({ namespace, name }: Readonly<Record<'namespace' | 'name', string>>): boolean {
  const isNamespace = [undefined, underscore].includes(faultOf(namespace))
  return isNamespace && faultOf(name) === undefined && !toolPrefix.test(name)
}

/** Returns why no CLI can ask for the modules of a namespace, and what to do; nothing where each can. */
export function moduleNamespaceWarnings(namespace: string): readonly string[] {
  const [end] = /[-_]$/.exec(namespace) ?? []
  return end === undefined
    ? []
    : [
        `no CLI takes an address in the namespace ${namespace}, which ends in "${end}": rename the organization, so that its name ends in a letter or a digit`,
      ]
}

/**
 * The variable in which the CLI reads the token of a host; undefined for a host with a port, whose variable
 * no shell can set.
 */
export const cliTokenVariable = (host: string): string | undefined =>
  host.includes(':') ? undefined : `TF_TOKEN_${asciiHost(host).replaceAll('-', '__').replaceAll('.', '_')}`
