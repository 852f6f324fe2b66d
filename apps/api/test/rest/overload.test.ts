import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { facesByToken, otherFaces } from '../faces.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp()
const ana = await app.make.user()

afterEach(() => look(0))

/** Records delays as the process does, until all callers are refused, also those without requests under way. */
function look(delay: number): void {
  for (let n = 0; n < 4; n++) app.overload.look({ delay, memory: 0.3 })
}

const tooMuch = 'There is too much to do at the moment, please try again'

test.each([...facesByToken, ...otherFaces])(
  '$method $path is 503 while there is too much to do, in the words of its face, before anything is looked up',
  async ({ method, path, unavailable }) => {
    look(60_000)
    const { answer, all } = await statementsOf(app, () =>
      app.http[method](path).set('Authorization', `Bearer ${ana.token}`),
    )
    expect([answer.status, answer.body]).toEqual([503, unavailable(tooMuch)])
    expect(answer.headers['retry-after']).toBe('1')
    expect(all).toEqual([])
    look(0)
    const later = await app.http[method](path).set('Authorization', `Bearer ${ana.token}`)
    expect(later.body).not.toEqual(answer.body)
  },
)

test.each(['/livez', '/readyz', '/metrics'])('%s answers all the same', async (path) => {
  look(60_000)
  expect((await app.http.get(path)).status).toBe(200)
})

test('refused requests are counted', async () => {
  const counted = async () =>
    Number(/^engine_overload\{kind="turned_away"\} (\d+)$/m.exec((await app.http.get('/metrics')).text)?.[1])
  const before = await counted()
  look(60_000)
  for (let n = 0; n < 3; n++) await app.http.get('/api/v2/ping')
  expect(await counted()).toBe(before + 3)
})
