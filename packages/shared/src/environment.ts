import { X509Certificate } from 'node:crypto'

type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentRules {
  /** The variables that the program knows. */
  readonly names: readonly string[]
  /** Variables that `NAME_FILE` may name a file of: secrets and addresses. */
  readonly filed: readonly string[]
  readonly readFile: (path: string) => string
}

/**
 * The variables as they are meant, and what is wrong with how they are given, which never shows a value. An empty one
 * counts as unset, and so does a port that an orchestrator injects for a service of ours (`CONSOLE_PORT=tcp://10.0.0.1:80`).
 */
export function readEnvironment(env: Environment, { names, filed, readFile }: EnvironmentRules) {
  const given: Record<string, string> = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value !== '' && !isInjected(name, value)) given[name] = value
  for (const name of filed) {
    const source = `${name}_FILE`
    const path = given[source]
    if (path === undefined) continue
    if (given[name] !== undefined)
      faults.push(`${name}: is given by ${name} and by ${source}: unset one of them`)
    else addFile(name, path)
  }
  for (const name of names) {
    const value = given[name]
    if (value === undefined || !/\s$/.test(value)) continue
    const end = value.endsWith('\r') ? 'a carriage return, as lines of files from Windows do' : 'a blank'
    faults.push(`${name}: ends in ${end}: remove it`)
    given[name] = value.trimEnd()
  }
  const authorities = given[authoritiesVariable]
  const fault = authorities && certificatesFault(authorities, readFile)
  if (fault) faults.push(`${authoritiesVariable}: ${fault}`)
  return { given, faults }

  function addFile(name: string, path: string): void {
    try {
      // An editor ends the last line, which is no part of the value.
      const value = readFile(path).replace(/\r?\n$/, '')
      if (value === '') faults.push(`${name}: the file of ${name}_FILE is empty`)
      else given[name] = value
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      faults.push(`${name}: the file of ${name}_FILE cannot be read: ${why}`)
    }
  }
}

/** Variable of Node.js, which only warns of a file that it cannot read, and goes on without its certificates. */
const authoritiesVariable = 'NODE_EXTRA_CA_CERTS'

/** Fault of a file of certificates, of which it may have several; undefined without one. */
export function certificatesFault(path: string, readFile: (path: string) => string): string | undefined {
  let text: string
  try {
    text = readFile(path)
  } catch (error) {
    return `the file of certificates cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const certificates =
    text.match(/-----BEGIN (?:[A-Z0-9]+ )?CERTIFICATE-----[^]*?-----END [A-Z0-9 ]+-----/g) ?? []
  if (certificates.length === 0)
    return `${path} has no certificate in it, each of which begins with BEGIN CERTIFICATE`
  const wrong = certificates.findIndex((certificate) => !isCertificate(certificate))
  return wrong < 0 ? undefined : `certificate ${wrong + 1} of ${path} cannot be read`
}

function isCertificate(text: string): boolean {
  try {
    return Boolean(new X509Certificate(text))
  } catch {
    return false
  }
}

const isInjected = (name: string, value: string): boolean =>
  (name === 'PORT' || name === 'CONSOLE_PORT') && value.startsWith('tcp://')
