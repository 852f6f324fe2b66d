import { expect, test } from 'vitest'
import {
  canMirror,
  mirrorConfiguration,
  mirrorLockCommand,
  originConfiguration,
  originsOf,
  tokenExport,
} from './configuration'

const cli = { publicUrl: 'https://engine.example.com', words: ['engine'] }
const main = { host: 'registry.example.com', isMain: true }
const further = { host: 'registry.example.org', isMain: false }

test('of the public registry providers and modules are asked for here', () => {
  expect(originConfiguration(cli, main)).toBe(`host "registry.example.com" {
  services = {
    "modules.v1"   = "https://engine.example.com/api/registry/public/v1/modules/"
    "providers.v1" = "https://engine.example.com/api/registry/public/v1/providers/"
  }
}

credentials "registry.example.com" {
  token = "…"
}`)
})

test('a further origin has an address of its own, and no modules', () => {
  expect(originConfiguration(cli, further)).toContain(`  services = {
    "providers.v1" = "https://engine.example.com/api/registry/public/registry.example.org/v1/providers/"
  }`)
})

test('a shell takes the token by a variable, unless the host has a port', () => {
  expect(tokenExport(main)).toMatch(/^export \w+_registry_example_com="…"$/)
  expect(tokenExport({ ...main, host: '127.0.0.1:4000' })).toBeUndefined()
})

test('the public registry stands before further origins', () => {
  const origins = [further, main].map(({ host }) => ({ host }))
  expect(originsOf({ mainOrigin: main.host, origins })).toEqual([main, further])
  expect(originsOf({ mainOrigin: null, origins: [] })).toEqual([])
})

test('a mirror is asked for the providers of every origin and of this site, and no origin beside it', () => {
  expect(mirrorConfiguration(cli, [main, further])).toBe(`provider_installation {
  network_mirror {
    url     = "https://engine.example.com/v1/mirror/"
    include = ["registry.example.com/*/*", "registry.example.org/*/*", "engine.example.com/*/*"]
  }
  direct {
    exclude = ["registry.example.com/*/*", "registry.example.org/*/*", "engine.example.com/*/*"]
  }
}

credentials "engine.example.com" {
  token = "…"
}`)
  expect(mirrorLockCommand(cli)).toContain('providers lock -net-mirror=https://engine.example.com/v1/mirror/')
})

test('a mirror is asked for no host with a port, and not without https', () => {
  const withPort = { ...cli, publicUrl: 'https://engine.example.com:8443' }
  const text = mirrorConfiguration(withPort, [main, { ...further, host: 'registry.example.org:444' }])
  expect(text).toContain('include = ["registry.example.com/*/*"]')
  expect(text).toContain('credentials "engine.example.com:8443"')
  expect(canMirror(withPort)).toBe(true)
  expect(canMirror({ ...cli, publicUrl: 'http://localhost:4000' })).toBe(false)
})
