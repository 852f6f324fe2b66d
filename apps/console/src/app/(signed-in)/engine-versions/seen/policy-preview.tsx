'use client'

import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { EnginePolicy, EnginePolicyPreviewQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import { policyNames } from '../words'

const PreviewQuery = graphql(`
  query EnginePolicyPreview($organization: String) {
    enginePolicyPreview(organization: $organization) {
      sitePolicy
      tokens
      organizations
      refused
    }
  }
`)

/**
 * Preview of the requests that a policy affects: of one organization, or of all that follow the site's
 * policy.
 */
export function PolicyPreview({ organization, policy }: { organization?: string; policy?: EnginePolicy }) {
  const variables = organization === undefined ? {} : { organization }
  const { data } = useQuery(query(PreviewQuery, variables))
  if (data) return <Note>{sentenceOf(data.enginePolicyPreview, policy)}</Note>
  return <Note style={{ visibility: 'hidden' }}>{sentenceOf(expected, policy)}</Note>
}

type Preview = EnginePolicyPreviewQuery['enginePolicyPreview']

/** Takes the room of the sentence until its figures are here, so that nothing below it moves. */
const expected: Preview = { sitePolicy: 'WARN', tokens: 10, organizations: 2, refused: 0 }

function sentenceOf({ sitePolicy, tokens, organizations, refused }: Preview, chosen?: EnginePolicy): string {
  const whose = `${count(tokens, 'token')} of ${count(organizations, 'organization')}`
  const of = chosen ? whose : `${whose} that ${organizations === 1 ? 'follows' : 'follow'} it`
  const verb = (chosen ?? sitePolicy) === 'WARN' ? 'warned' : 'refused'
  const name = (chosen ?? sitePolicy) === 'WARN' ? 'warn' : 'refuse'
  const past = `Under “${name}”, ${of} would have been ${verb} in the last 30 days.`
  const now = refused > 0 ? ` ${count(refused, 'request')} ${refused === 1 ? 'was' : 'were'} refused.` : ''
  return chosen ? `${past}${now}` : `The policy of the site is “${policyNames[sitePolicy]}”. ${past}${now}`
}
