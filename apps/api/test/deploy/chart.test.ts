import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Pod, Service, ServiceAccount } from 'kubernetes-models/v1'
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'
import {
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { knownVariables } from '../../../../scripts/lib/settings.mjs'
import { valuesTable } from '../../../../scripts/lib/chart-values.mjs'
import { apiPaths, isOfApi, textOf } from './deployment.js'
import { chart, demanded, documented, helm, rendered, type Rendered } from './helm.js'

const values = parse(textOf('deploy/chart/values.yaml')) as Record<string, unknown>
const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
  properties: { settings: { properties: Record<string, unknown> } }
}
const models = [
  ...[Deployment, Job, Pod, Service, ServiceAccount, PodDisruptionBudget, HorizontalPodAutoscaler],
  ...[Ingress, NetworkPolicy, HTTPRoute, PrometheusRule, ServiceMonitor],
]

const everything = {
  ...demanded,
  api: { autoscaling: { enabled: true }, tolerations: [{ key: 'a', operator: 'Exists' }], affinity: {} },
  console: { nodeSelector: { disk: 'ssd' }, podAnnotations: { a: 'b' } },
  image: { ...demanded.image, tag: '9.9.9', pullSecrets: [{ name: 'of-the-registry' }] },
  certificates: { existingConfigMap: 'own-certificates' },
  ingress: { className: 'nginx', tlsSecret: 'certificate', annotations: { a: 'b' } },
  httpRoute: { enabled: true, parentRefs: [{ name: 'public', namespace: 'gateways' }] },
  networkPolicy: { from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }] },
  metrics: {
    serviceMonitor: { enabled: true, labels: { release: 'p' } },
    rules: { enabled: true, labels: { release: 'p' } },
  },
  serviceAccount: { annotations: { role: 'x' } },
  service: { annotations: { a: 'b' } },
}
const nothing = {
  ...demanded,
  ownerKey: '',
  migration: { enabled: false },
  ingress: { enabled: false },
  networkPolicy: { enabled: false },
  podDisruptionBudget: { enabled: false },
}
const matrix = { 'the three values': demanded, everything, 'as little as can be': nothing }

const named = (objects: readonly Rendered[], kind: string, name = ''): Rendered => {
  const found = objects.find((each) => each.kind === kind && each.metadata.name.endsWith(name))
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}

interface Container {
  readonly env: readonly { name: string; value?: string }[]
}
const containerOf = ({ spec }: Rendered): Container => {
  const { template } = spec as { template: { spec: { containers: [Container] } } }
  return template.spec.containers[0]
}
const variablesOf = (object: Rendered): Record<string, string | undefined> =>
  Object.fromEntries(containerOf(object).env.map(({ name, value }) => [name, value]))

describe('the chart', () => {
  test.each(Object.entries(matrix))('is of objects that a cluster takes: %s', async (_, given) => {
    const objects = await rendered(given)
    for (const object of objects) {
      const Model = models.find(({ name }) => name === object.kind)
      expect(Model, object.kind).toBeDefined()
      expect(() => Model && new Model(object as never).validate(), JSON.stringify(object)).not.toThrow()
    }
    const kinds = new Set(objects.map(({ kind }) => kind))
    if (given === everything) expect(kinds.size).toBe(models.length)
    if (given === nothing)
      expect([...kinds].sort()).toEqual(['Deployment', 'Pod', 'Service', 'ServiceAccount'])
  })

  test('is installed by the command of its README, with three values and nothing else', async () => {
    expect(documented.filter((word) => word.includes('='))).toHaveLength(3)
    const kinds = (objects: readonly Rendered[]) => objects.map(({ kind, metadata }) => [kind, metadata.name])
    expect(kinds(await rendered({}, documented))).toEqual(kinds(await rendered(demanded)))
  })

  test('passes the check of Helm', async () => {
    const three = 'host=a.example,existingSecret=a,image.repository=a'
    expect(await helm('lint', '--strict', chart, '--set', three)).toMatchObject({ code: 0 })
  })

  test.each([
    [{}, 'Set host to the name of this site'],
    [{}, 'Set existingSecret to the name of a Secret'],
    [{}, 'Set image.repository to where the image'],
    [{ ...demanded, host: 'https://registry.example.com' }, 'without https:// and without a path'],
    [{ ...demanded, settings: { DATA_DIR: '/data' } }, 'no database is embedded in a cluster'],
    [{ ...demanded, settings: { SECRET_KEY: 'x' } }, 'Put SECRET_KEY into the Secret'],
    [{ ...demanded, settings: { API_RATE_LIMITS: 1 } }, '.env.example has no variable of this name'],
    [{ ...demanded, settings: { PUBLIC_URL: 'https://x' } }, 'Remove PUBLIC_URL: `host` makes it.'],
    [{ ...demanded, secretKeys: ['SECRET_KEY', 'STORAGE_URL'] }, 'Add DATABASE_URL to secretKeys'],
    [{ ...demanded, api: { replicas: 0 } }, 'Set api.replicas to a whole number of 1 or more.'],
    [{ ...demanded, api: { resources: { limits: { memory: '2G' } } } }, 'with a unit of 1024'],
    [{ ...demanded, httpRoute: { enabled: true } }, 'Set httpRoute.parentRefs to the Gateway'],
  ])('refuses %j in a sentence', async (given, sentence) => {
    await expect(rendered(given)).rejects.toThrow(sentence)
  })

  test('has each variable of .env.example among its settings, and no other', () => {
    const known = [...textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(Object.keys(schema.properties.settings.properties).sort()).toEqual([...new Set(known)].sort())
  })

  test('tells the programs nothing that they do not know', async () => {
    const known = [...knownVariables(), 'NODE_EXTRA_CA_CERTS']
    const objects = await rendered(everything)
    for (const object of [
      named(objects, 'Deployment', '-api'),
      named(objects, 'Deployment', '-console'),
      named(objects, 'Job'),
    ]) {
      const names = Object.keys(variablesOf(object)).map((name) => name.replace(/_FILE$/, ''))
      expect([object.metadata.name, names.filter((name) => !known.includes(name))]).toEqual([
        object.metadata.name,
        [],
      ])
    }
  })

  test('gives the owner of the tables to the migration alone', async () => {
    const objects = await rendered(demanded)
    const holders = objects.filter((object) => JSON.stringify(object).includes('MIGRATION_DATABASE_URL'))
    expect(holders.map(({ kind }) => kind)).toEqual(['Job'])
    expect(named(objects, 'Job').metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
    })
  })

  test('writes numbers and switches as the platform reads them', async () => {
    const settings = { STORAGE_LIMIT: 107374182400, OVERLOAD_DELAY_SECONDS: 0.5, PASSWORD_SIGN_IN: true }
    const api = named(await rendered({ ...demanded, settings }), 'Deployment', '-api')
    expect(variablesOf(api)).toMatchObject({
      STORAGE_LIMIT: '107374182400',
      OVERLOAD_DELAY_SECONDS: '0.5',
      PASSWORD_SIGN_IN: 'on',
      ENGINE_ALIASES: 'terraform',
    })
  })

  test('leads the same paths to the API as the proxy of the compose file', async () => {
    const objects = await rendered(everything)
    const ingress = named(objects, 'Ingress').spec as {
      rules: [{ http: { paths: { path: string; backend: { service: { name: string } } }[] } }]
    }
    const route = named(objects, 'HTTPRoute').spec as {
      rules: { matches: { path: { value: string } }[]; backendRefs: { name: string }[] }[]
    }
    const leads = {
      Ingress: ingress.rules[0].http.paths.map(({ path, backend }) => [path, backend.service.name]),
      HTTPRoute: route.rules.flatMap(({ matches, backendRefs }) =>
        matches.map(({ path }) => [path.value, backendRefs[0]?.name]),
      ),
    }
    for (const pairs of Object.values(leads)) {
      expect(pairs.at(-1)).toEqual(['/', 'site-engine-platform-console'])
      const ofApi = pairs.slice(0, -1)
      expect(ofApi.every(([, name]) => name === 'site-engine-platform-api')).toBe(true)
      const paths = ofApi.map(([path = '']) => path)
      expect(paths.every((path) => isOfApi(path) || isOfApi(`${path}/`))).toBe(true)
      for (const path of apiPaths.map((each) => each.replace(/\/?\*$/, '')))
        expect(
          paths.some((each) => path === each || path.startsWith(`${each}/`)),
          path,
        ).toBe(true)
    }
  })

  test('has an alarm for each metric that is to act upon', async () => {
    const text = JSON.stringify(named(await rendered(everything), 'PrometheusRule').spec)
    const rows = textOf('docs/OPERATIONS.md').matchAll(/^\| (`engine_[^|]*)\|[^|]*\| (page|day)/gm)
    const metrics = [...rows].flatMap(([, cell = '']) => cell.match(/engine_[a-z_]+/g) ?? [])
    expect(metrics.length).toBeGreaterThan(10)
    // It is of a folder of files, and here they are in a bucket.
    const missing = metrics.filter((name) => !text.includes(name) && name !== 'engine_storage_space')
    expect(missing).toEqual([])
  })

  test('stops later than it drains, and keeps a pod that serves until another one is ready', async () => {
    const objects = await rendered(demanded)
    for (const name of ['-api', '-console']) {
      const { spec } = named(objects, 'Deployment', name)
      expect(spec['strategy']).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
    }
    const { drainSeconds, graceSeconds } = values['api'] as { drainSeconds: number; graceSeconds: number }
    expect(graceSeconds).toBeGreaterThan(10 * drainSeconds)
  })

  test('is of the release of the repository, and its table says what its schema does', async () => {
    const { appVersion } = parse(textOf('deploy/chart/Chart.yaml')) as { appVersion: string }
    expect(appVersion).toBe((JSON.parse(textOf('package.json')) as { version: string }).version)
    expect(textOf('deploy/chart/README.md')).toContain(await valuesTable())
  })
})
