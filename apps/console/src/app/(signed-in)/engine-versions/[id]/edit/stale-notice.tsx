'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '../../../../../data/generated'
import type { EngineVersionFormFactsFragment } from '../../../../../data/generated/graphql'
import { request } from '../../../../../data/request'
import type { EngineVersionFormApi } from '../../form/use-form'
import { mergeValues, valuesOf, type FormValues } from '../../form/values'

const EngineVersionAnew = graphql(`
  query EngineVersionAnew($id: ID!) {
    engineVersion(id: $id) {
      ...EngineVersionFormFacts
    }
  }
`)

const labels: Record<keyof FormValues, string> = {
  version: 'version number',
  archs: 'archives',
  enabled: 'enabled',
  official: 'official',
  beta: 'beta',
  deprecated: 'deprecated',
  deprecatedReason: 'reason for the deprecation',
}

type Props = {
  form: EngineVersionFormApi
  /** What this form was filled with. */
  base: EngineVersionFormFactsFragment
  /** The API has just said that it is not the newest. */
  stale: boolean
  onLoaded: (theirs: EngineVersionFormFactsFragment) => void
}

/** Somebody else was faster: brings their changes in around what is typed here. */
export function StaleNotice({ form, base, stale, onLoaded }: Props) {
  const [both, setBoth] = useState<(keyof FormValues)[]>()
  const load = useMutation({
    mutationFn: async () => (await request(EngineVersionAnew, { id: base.id })).engineVersion,
    onSuccess: (theirs) => {
      if (!theirs) return
      const merged = mergeValues(valuesOf(base), form.getValues(), valuesOf(theirs))
      form.setInitialValues(valuesOf(theirs))
      form.setValues(merged.values)
      setBoth(merged.both)
      onLoaded(theirs)
    },
  })

  if (stale)
    return (
      <Alert color="yellow" title="Somebody else changed this version" role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            {load.data === null
              ? 'It has been deleted since you opened this page.'
              : 'It was changed since you opened this page. Nothing of yours is saved yet, and nothing is lost.'}
          </Text>
          <Button size="xs" variant="default" loading={load.isPending} onClick={() => load.mutate()}>
            Load their changes and keep mine
          </Button>
        </Stack>
      </Alert>
    )
  if (both === undefined) return null
  return (
    <Alert color="harbor" title="Their changes are loaded" role="status">
      {both.length === 0
        ? 'What you typed is kept. Save when you are ready.'
        : `You both changed: ${both.map((name) => labels[name]).join(', ')}. It stands here as you typed it; check it before you save.`}
    </Alert>
  )
}
