import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installationName, readLogo, shownOf } from './installation'

const folder = mkdtempSync(join(tmpdir(), 'installation-'))
afterAll(() => rmSync(folder, { recursive: true }))

const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')

function logoOf(name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content)
  const faults: string[] = []
  return { logo: readLogo(name, folder, faults), faults }
}

test('a name is plain text of at most 60 characters', () => {
  const nameOf = (text: string | undefined) => {
    const faults: string[] = []
    return [installationName(text, faults), ...faults]
  }
  expect(nameOf(' Acme infrastructure ')).toEqual(['Acme infrastructure'])
  expect(nameOf(undefined)).toEqual([undefined])
  expect(nameOf('')).toEqual([undefined])
  const fault = 'INSTALLATION_NAME must be plain text of at most 60 characters'
  expect(nameOf('a'.repeat(61))).toEqual([undefined, fault])
  expect(nameOf('a\nb')).toEqual([undefined, fault])
})

test('a logo is read once, with the type of its kind and an address of its own', () => {
  const { logo, faults } = logoOf('logo.png', png)
  expect(faults).toEqual([])
  expect(logo).toMatchObject({ bytes: png, type: 'image/png' })
  expect(shownOf({ name: 'Acme', logo })).toEqual({
    name: 'Acme',
    logo: `/console/logo?v=${logo?.hash}`,
  })
  expect(logoOf('logo.svg', '<?xml version="1.0"?><svg viewBox="0 0 1 1"/>').logo?.type).toBe('image/svg+xml')
  expect(logoOf('logo.webp', 'RIFF....WEBPVP8 ').logo?.type).toBe('image/webp')
})

test('a file that is no logo is told by its path, and why', () => {
  expect(logoOf('logo.gif', 'GIF89a').faults).toEqual([
    'INSTALLATION_LOGO must be a png, svg or webp file, not "logo.gif"',
  ])
  expect(logoOf('page.svg', '<html></html>').faults).toEqual([
    'INSTALLATION_LOGO: page.svg is no picture of the kind that its name ends with',
  ])
  expect(logoOf('large.png', Buffer.concat([png, Buffer.alloc(256 * 1024)])).faults).toEqual([
    'INSTALLATION_LOGO: large.png has 262161 bytes; at most 262144 are allowed',
  ])
  const faults: string[] = []
  expect(readLogo('none.png', folder, faults)).toBeUndefined()
  expect(faults).toEqual(['INSTALLATION_LOGO: none.png cannot be read'])
})
