import { expect, test } from 'vitest'
import { fullAddress } from '../../src/domain/public-providers/public-provider.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin('spelled')
const { app, ask, look } = await startControlled(origin)
const ana = await app.make.user()

/** Name as the pages write it. */
const written = async (name: string) =>
  fullAddress(await app.prisma.publicProvider.findFirstOrThrow({ where: { nameKey: name.toLowerCase() } }))

test.each<[string, (name: string) => object, (name: string) => string]>([
  ['as the origin writes it', (name) => ({ id: `Acme/${name}` }), (name) => `Acme/${name}`],
  ['in lower case where the origin says nothing', () => ({ id: undefined }), (name) => `acme/${name}`],
  ['in lower case where the origin names another', () => ({ id: 'other/thing' }), (name) => `acme/${name}`],
  ['in lower case where the origin says no text', () => ({ id: 7 }), (name) => `acme/${name}`],
])('the first who asks decides no spelling: a name is written %s', async (_how, said, expected) => {
  const thing = await origin.provider()
  const { name } = thing
  thing.lie('versions', (document) => ({ ...document, ...said(name) }))
  const loud = { namespace: 'ACME', name: name.toUpperCase() }
  expect((await ask(ana, loud, '/versions')).status).toBe(200)
  expect(await written(name)).toBe(`registry.example/${expected(name)}`)
  // A row of an earlier release is mended by the next look.
  await app.prisma.publicProvider.updateMany({ where: { nameKey: name }, data: loud })
  await look(loud)
  expect(await written(name)).toBe(`registry.example/${expected(name)}`)
})
