import type { RequestHandler } from 'express'

/**
 * Runs a parser of bodies that refuses with 413 as soon as a body is known to be larger than `limit` bytes. The parser
 * alone would read it to its end first. The rest of the body is discarded, at the pace of all bodies.
 */
export function boundedBody(parse: RequestHandler, limit: number): RequestHandler {
  return (req, res, next) => {
    const tooLarge = Object.assign(new Error('the body is too large'), { status: 413 })
    let came = 0
    let isDone = false
    const once = (error?: unknown): void => {
      if (!isDone) next(error)
      isDone = true
    }
    if (Number(req.get('content-length') ?? 0) > limit) return once(tooLarge)
    req.on('data', (chunk: Buffer) => {
      came += chunk.length
      if (came > limit) once(tooLarge)
    })
    parse(req, res, once)
  }
}
