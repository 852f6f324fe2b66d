import { asciiHost } from './unicode-host.js'

/** The CLI knows this word alone, whatever it is called here. */
const toolPrefix = /^terraform-(?:provider-)?/i

const underscore = 'it has an underscore'

/** Of the newer ones one CLI alone takes an underscore in a namespace; in a name none does. */
const refusersOfUnderscores = 'Terraform before 1.16 and OpenTofu'

/** What the engine's CLI refuses in a part of a provider's address before it asks any registry. */
function faultOf(part: string): string | undefined {
  if (part.includes('--')) return 'it has two hyphens in a row'
  if (part.startsWith('-')) return 'it begins with a hyphen'
  if (part.endsWith('-')) return 'it ends with a hyphen'
  return part.includes('_') ? underscore : undefined
}

/** Why the engine's CLI can never ask for a provider, and what to do, in a sentence each; none where it can. */
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

/** Whether any CLI can ask for a provider; others may not, which `cliNameWarnings` says. */
export function isForSomeCli({ namespace, name }: Readonly<Record<'namespace' | 'name', string>>): boolean {
  const isNamespace = [undefined, underscore].includes(faultOf(namespace))
  return isNamespace && faultOf(name) === undefined && !toolPrefix.test(name)
}

/**
 * The variable by which the CLI takes the token of a host; undefined for a host with a port, whose variable no shell can
 * set.
 */
export const cliTokenVariable = (host: string): string | undefined =>
  host.includes(':') ? undefined : `TF_TOKEN_${asciiHost(host).replaceAll('-', '__').replaceAll('.', '_')}`
