import { isModuleVersion } from '@engine/shared'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type {
  ModuleInterfacePolicy,
  RegistryModuleBreakingReason,
  RegistryModuleDeclarationKind,
  VersionStep,
} from '~/data/generated/graphql'
import { request } from '~/data/request'
import { uploadFile } from '~/data/upload'
import { verdictOf } from '../interface-words'
import type { Choice } from './module-field'

const ModuleInterfaceCheck = graphql(`
  query ModuleInterfaceCheck($moduleId: ID!, $version: String!) {
    registryModule(id: $moduleId) {
      interfaceCheckUrl(version: $version)
    }
  }
`)

/** Progress of the check of what a version would break. */
export type Check =
  | { step: 'none' }
  /** `share` is how much of the sources is sent. */
  | { step: 'checking'; share: number }
  | { step: 'failed'; reason: string }
  | { step: 'checked'; outcome: CheckOutcome }

export type CheckOutcome = ReturnType<typeof outcomeIn>

type Asked = {
  moduleId: string
  /** The number so far. */
  typed: string
  choice: Choice
  /** True while the version is being published, since that may change the release it is compared with. */
  isPaused: boolean
}

/** A number that is being typed is waited for, in milliseconds. */
const pause = 300

/**
 * Checks what the chosen sources would break as this version. A change of either cancels an earlier check; a
 * failed one blocks nothing.
 */
export function useInterfaceCheck({ moduleId, typed, choice, isPaused }: Asked): Check {
  const [version] = useDebouncedValue(typed, pause)
  const [share, setShare] = useState(0)
  const chosen = choice.step === 'ready' ? choice : undefined
  const isKnown = chosen !== undefined && isModuleVersion(version)
  const { data, error } = useQuery({
    // A number, for the contents of a file make no key.
    queryKey: ['interface check', moduleId, version, chosen?.chosenAt],
    queryFn: async ({ signal }) => {
      setShare(0)
      const sources = await chosen?.module.packSources(signal)
      return sources && checked(moduleId, version, sources, setShare, signal)
    },
    enabled: isKnown && !isPaused,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!isKnown) return { step: 'none' }
  if (version !== typed) return { step: 'checking', share: 0 }
  if (data) return { step: 'checked', outcome: data }
  if (error) return { step: 'failed', reason: error.message }
  return isPaused ? { step: 'none' } : { step: 'checking', share }
}

async function checked(
  moduleId: string,
  version: string,
  sources: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const { registryModule } = await request(ModuleInterfaceCheck, { moduleId, version }, signal)
  const link = registryModule?.interfaceCheckUrl
  if (!link) throw new Error('The module is no longer available.')
  const outcome = await uploadFile(link, sources, onProgress, signal)
  if (outcome.kind === 'taken') return outcomeIn(version, JSON.parse(outcome.answer) as Answer)
  throw new Error(outcome.kind === 'refused' ? outcome.reasons.join('\n') : 'The platform did not answer.')
}

/** The API answers an upload in the words of its REST face. */
type Answer = {
  comparedWith: string | null
  missingStep: string | null
  breaksPromise: boolean
  breaking: readonly { path: string; kind: string; name: string; reason: string }[]
  breakingCount: number
  policy: string
  refused: boolean
  wantedVersion: string | null
}

export function outcomeIn(version: string, answer: Answer) {
  const { breaking, missingStep, policy, refused, ...facts } = answer
  const verdict = verdictOf(version, {
    ...facts,
    missingStep: missingStep === null ? null : asEnum<VersionStep>(missingStep),
    breaking: breaking.map(({ kind, reason, ...each }) => ({
      ...each,
      kind: asEnum<RegistryModuleDeclarationKind>(kind),
      reason: asEnum<RegistryModuleBreakingReason>(reason),
    })),
  })
  return { verdict, policy: asEnum<ModuleInterfacePolicy>(policy), refused }
}

/** `input-removed` is called `INPUT_REMOVED` where the console asks for it. */
const asEnum = <Name extends string>(word: string): Name => word.toUpperCase().replaceAll('-', '_') as Name
