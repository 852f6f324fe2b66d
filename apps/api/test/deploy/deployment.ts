import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

export const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

const value = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const service = z.object({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.record(z.string(), value).default({}),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})

export type Service = z.infer<typeof service>

/** The services of the compose file, their variables still in it: `https://${SITE}`. */
export const services: Readonly<Record<string, Service>> = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(textOf('deploy/compose.yaml'), { merge: true })).services

export function serviceOf(name: string): Service {
  const found = services[name]
  if (!found) throw new Error(`deploy/compose.yaml has no service ${name}`)
  return found
}

/** `${NAME}`, `${NAME:-else}` and `${NAME:?why it is needed}`, as compose understands them. */
const variable = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g

/** The names of all variables that the compose file is to be given, and whether there is something else for each. */
export function variablesOf(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const [, name = '', kind] of text.matchAll(variable))
    found.set(name, (found.get(name) ?? false) || kind === '-')
  return found
}

/** The environment of a service, with the variables filled in. */
export function environmentOf(name: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (text: string): string =>
    text.replace(variable, (_, key: string, kind: string | undefined, rest: string) => {
      const found = given[key] ?? (kind === '-' ? rest : undefined)
      if (found === undefined) throw new Error(`the compose file needs ${key}`)
      return found
    })
  const { environment } = serviceOf(name)
  return Object.fromEntries(Object.entries(environment).map(([key, text]) => [key, fill(text)]))
}

/** Seconds of `5m`, `90s`, `5min`. */
export function secondsOf(text: string): number {
  const [, number, unit = 's'] = /^(\d+)\s*(s|m|min|h)?$/.exec(text) ?? []
  if (number === undefined) throw new Error(`${text} is no time`)
  return Number(number) * ({ s: 1, m: 60, min: 60, h: 3600 }[unit] ?? 1)
}

/** The paths that the proxy gives to the API; `/api/*` stands for what begins so. */
export const apiPaths: readonly string[] =
  /@api path (.+)/.exec(textOf('deploy/Caddyfile'))?.[1]?.trim().split(/\s+/) ?? []

export const isOfApi = (path: string): boolean =>
  apiPaths.some((each) => (each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each))
