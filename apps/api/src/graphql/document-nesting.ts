import type { RequestHandler } from 'express'
import { Lexer, Source, TokenKind } from 'graphql'
import { deepest } from '../http/nesting.js'
import { errorBody } from './errors.js'

const opening = new Set<TokenKind>([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const closing = new Set<TokenKind>([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/** Refuses documents too deep for the stack of the parser; reads at most the words that the parser would read. */
export function refuseDeepDocuments(mostTokens: number): RequestHandler {
  return (req, res, next) => {
    const { query } = (req.body ?? {}) as { query?: unknown }
    if (typeof query !== 'string' || !nestsTooDeep(query, mostTokens)) return next()
    res.status(400).json(errorBody('The document nests too deep', 'INVALID'))
  }
}

function nestsTooDeep(query: string, mostTokens: number): boolean {
  const lexer = new Lexer(new Source(query))
  try {
    for (let depth = 0, count = 0; count < mostTokens; count++) {
      const { kind } = lexer.advance()
      if (kind === TokenKind.EOF) return false
      if (opening.has(kind) && ++depth > deepest) return true
      if (closing.has(kind)) depth--
    }
  } catch {
    // An invalid token is left to the parser.
  }
  return false
}
