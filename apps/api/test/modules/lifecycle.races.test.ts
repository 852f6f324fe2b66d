import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, tally } from '../races.js'
import { as } from '../rest.js'
import {
  archiveLink,
  createVersion,
  listed,
  modulePath,
  publish,
  registry,
  setStatus,
} from './module-requests.js'
import { taken, Publisher } from './publisher.js'

let address: string
const reason = 'A hole in it'

const publisher = await Publisher.open()
const { app, owner } = publisher

beforeEach(async () => {
  address = await publisher.freshModule()
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, address, version)
})

const download = () => registry(app, owner, `/v1/modules/${address}/1.1.0/download`)
const set = (status: string) => setStatus(app, owner, address, '1.1.0', status, { reason })

/** The newest version by the lists, the versions document and the newest download. */
async function newest(): Promise<(string | undefined)[]> {
  const { body } = await registry(app, owner, `/v1/modules/${address.split('/').slice(0, 2).join('/')}`)
  const { headers } = await registry(app, owner, `/v1/modules/${address}/download`)
  return [
    body.modules[0].version,
    (await listed(app, owner, address))[0],
    headers['location']?.split('/').at(-2),
  ]
}

describe('a revocation', () => {
  rule('§7 lifecycle', 'A revocation holds against downloads at the same moment')
  test('against 30 downloads at once: each is given or told the reason, and afterwards none is given', async () => {
    const links: string[] = []
    const [answers, revoked] = await Promise.all([atOnce(download), set('Revoked')])
    expect(revoked.status).toBe(200)
    for (const { status, headers, body } of answers) {
      if (status === 204) links.push(headers['x-engine-get'] ?? '')
      else expect([status, body]).toEqual([410, { errors: [reason] }])
    }
    expect((await download()).body).toEqual({ errors: [reason] })
    for (const link of links) expect((await app.http.get(link)).status).toBe(404)
    expect(await newest()).toEqual(['1.0.0', '1.0.0', '1.0.0'])
  })

  rule(
    '§7 lifecycle',
    'A revocation holds against downloads at the same moment … against archives that are being fetched',
  )
  test('against 30 archives at once: each is whole or not there, and afterwards none is sent', async () => {
    const link = await archiveLink(app, owner, address, '1.1.0')
    const { body: whole } = await app.http.get(link).buffer(true)
    const [answers] = await Promise.all([atOnce(async () => app.http.get(link).buffer(true)), set('Revoked')])
    for (const { status, body } of answers) {
      expect([200, 404]).toContain(status)
      if (status === 200) expect(body).toEqual(whole)
    }
    expect((await app.http.get(link)).status).toBe(404)
  })

  rule('§7 lifecycle', 'Racing changes leave lists and versions of one mind')
  test('among 30 revocations, deprecations and restorations at once: what is listed is what is so', async () => {
    const statuses = ['Revoked', 'Deprecated', 'Undeprecated']
    expect(tally(await atOnce((n) => set(statuses[n % 3] ?? '')))).toEqual({ 200: 30 })
    const { body } = await registry(app, owner, `/v1/modules/${address}/1.1.0`)
    const number = body.revoked ? '1.0.0' : '1.1.0'
    expect(await newest()).toEqual([number, number, number])
    expect((await download()).status).toBe(body.revoked ? 410 : 204)
  })

  rule('§7 lifecycle', 'A revocation holds against downloads at the same moment … against deletions')
  test('against deletions: it is revoked first or not found, the number is gone for good', async () => {
    const path = `${modulePath(address)}/1.1.0`
    const [revocations, deletions] = await Promise.all([
      atOnce(() => set('Revoked'), 10),
      atOnce(() => as(app, owner).delete(path), 10),
    ])
    expect(tally(deletions)).toEqual({ 204: 1, 404: 9 })
    for (const { status } of revocations) expect([200, 404]).toContain(status)
    expect(await newest()).toEqual(['1.0.0', '1.0.0', '1.0.0'])
    expect((await createVersion(app, owner, address, '1.1.0')).body.errors).toMatchObject(taken)
  })

  rule('§7 lifecycle', 'A revocation holds against downloads at the same moment … against publications')
  test('against publications of newer versions: the newest that is not revoked is listed', async () => {
    await Promise.all([
      set('Revoked'),
      ...['1.2.0', '1.3.0', '1.4.0'].map((version) => publish(app, owner, address, version)),
    ])
    expect(await newest()).toEqual(['1.4.0', '1.4.0', '1.4.0'])
    expect(await listed(app, owner, address)).toEqual(['1.4.0', '1.3.0', '1.2.0', '1.0.0'])
  })

  rule('§7 lifecycle', 'Of racing changes under one tag one goes through')
  test('under one If-Match, of ten at once one goes through', async () => {
    const path = `${modulePath(address)}/1.1.0`
    const etag = (await as(app, owner).get(path)).headers['etag'] ?? ''
    const body = {
      data: { type: 'module-versions', attributes: { deprecation: { 'deprecated-status': 'Revoked' } } },
    }
    const answers = await atOnce(
      () => as(app, owner).patch(path, { body, headers: { 'If-Match': etag } }),
      10,
    )
    expect(tally(answers)).toEqual({ 200: 1, 412: 9 })
  })
})
