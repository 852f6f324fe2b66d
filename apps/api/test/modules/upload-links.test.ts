import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { hours } from '../../src/kernel/clock.js'
import { notFoundBody } from '../rest.js'
import { forgedLink, moduleArchive, put, uploadLink } from './module-requests.js'
import { Publisher } from './publisher.js'

const publisher = await Publisher.open()
const { app } = publisher

describe('an upload link', () => {
  rule('§7 publishing', 'The link is good for 25 hours')
  test('is good for 25 hours', async () => {
    const { address, link } = await publisher.freshLink()
    app.clock.move(hours(25) - 1000)
    const inTime = await put(app, link, Buffer.from('rubbish'))
    expect(inTime.status).toBe(422)
    app.clock.move(1000)
    expect((await put(app, link, moduleArchive())).body).toEqual(notFoundBody)
    expect((await publisher.statusOf(address)).status).toBe('reg_ingress_failed')
  })

  rule('§7 publishing', 'A forged link, or one moved to another version, is not found')
  test('is not found when it is forged, or moved to another version', async () => {
    const { link } = await publisher.freshLink()
    const { link: other } = await publisher.freshLink()
    const forged = [
      forgedLink(link),
      link.replace(/expires=\d/, 'expires=9'),
      link.split('?')[0] ?? '',
      `${other.split('?')[0]}?${link.split('?')[1]}`,
    ]
    for (const path of forged)
      expect((await put(app, path, moduleArchive())).body, path).toEqual(notFoundBody)
  })

  rule('§7 publishing', 'It ends with the token of its maker')
  test('ends with the token of its maker, and with its rights', async () => {
    const acme = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
    const manager = await app.make.manager(acme, { manageModules: true })
    const address = await publisher.freshModule()
    const revoked = await app.make.token(manager)
    const links = [
      await uploadLink(app, revoked, address, '1.0.0'),
      await uploadLink(app, manager, address, '1.1.0'),
    ]
    const row = await app.prisma.authenticationToken.findFirstOrThrow({
      where: { userId: manager.id },
      orderBy: { createdAt: 'desc' },
    })
    await app.prisma.authenticationToken.deleteMany({ where: { id: { not: row.id }, userId: manager.id } })
    await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
    for (const link of links) expect((await put(app, link, moduleArchive())).body).toEqual(notFoundBody)
  })

  test('takes PUT alone', async () => {
    const { link } = await publisher.freshLink()
    const answer = await app.http.get(link)
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'PUT, OPTIONS'])
    const options = await app.http.options(link)
    expect([options.status, options.headers['allow']]).toEqual([204, 'PUT, OPTIONS'])
    expect((await app.http.get('/api/uploads')).body).toEqual(notFoundBody)
  })
})
