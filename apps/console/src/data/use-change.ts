'use client'

import {
  useMutation,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

type Operations = typeof import('./generated/graphql')

/** The mutations by their names; `codegen.ts` writes documents that ask for no object but what was refused. */
type Changes = {
  [Key in keyof Operations as Key extends `${infer Name}ChangeDocument` ? Uncapitalize<Name> : never]: {
    input: Operations[Key] extends TypedDocumentString<infer _, { input: infer Input }> ? Input : never
    payload: Operations[Key] extends TypedDocumentString<infer Data, infer _> ? Data[keyof Data] : never
  }
}

type Document<Data, Input> = TypedDocumentString<Data, { input: Input }>

/** A mutation of one thing, ready to be sent; it may be given a reason on its way. */
export type Change<Payload> = {
  document: Document<Record<string, Payload>, unknown>
  input: object
}

/** Invalidates all queries: what is in sight asks again. */
export function useInvalidate(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

/**
 * Hook for a mutation of one field, which answers with its payload and invalidates all queries, even if it
 * was refused, since the page may be out of date. Refusals are returned as `userErrors`; a failure is shown
 * as a toast and rejects. The mutation is named by its field, or by its document if its payload has an
 * object.
 */
export function useChange<Name extends keyof Changes>(
  name: Name,
): UseMutationResult<Changes[Name]['payload'], Error, Changes[Name]['input']>
export function useChange<Data extends object, Input>(
  document: Document<Data, Input>,
): UseMutationResult<Data[keyof Data], Error, Input>
export function useChange(document: unknown) {
  const client = useQueryClient()
  return useMutation(optionsOf(client, document as Document<Record<string, unknown>, unknown>))
}

/** The same as data, for `useSend`. */
export function change<Name extends keyof Changes>(
  name: Name,
  input: Changes[Name]['input'],
): Change<Changes[Name]['payload']>
export function change<Data extends object, Input extends object>(
  document: Document<Data, Input>,
  input: Input,
): Change<Data[keyof Data]>
export function change(document: unknown, input: object) {
  return { document, input }
}

/** Sends any change, as `useChange` does with one. */
export function useSend() {
  const client = useQueryClient()
  return <Payload>({ document, input }: Change<Payload>): Promise<Payload> =>
    client.getMutationCache().build(client, optionsOf(client, document)).execute(input)
}

const optionsOf = <Payload, Input>(
  client: QueryClient,
  document: Document<Record<string, Payload>, Input>,
): MutationOptions<Payload, Error, Input> => ({
  mutationKey: [document.toString()],
  mutationFn: async (input) => Object.values(await request(document, { input }))[0] as Payload,
  onSuccess: () => client.invalidateQueries(),
})
