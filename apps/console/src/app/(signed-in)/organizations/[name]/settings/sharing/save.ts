'use client'

import { useQueryClient } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import type { UserError } from '~/data/user-errors'
import { paths } from '~/paths'
import type { Saved } from '~/shell/record-form'
import type { Outcome } from '~/shell/submission'
import { confirm } from '~/ui/confirm'
import { count } from '~/ui/plural'
import { sharingInputOf, type SharingChoice } from './choice'
import type { Sharing } from './load'
import { previewVariables } from './preview-panel'
import { SharingPreviewQuery } from './queries'

/** Sets with whom it shares its modules and its providers, all at once. */
const OrganizationSharingSet = graphql(`
  mutation OrganizationSharingSet($input: SiteOrganizationSharingSetInput!) {
    siteOrganizationSharingSet(input: $input) {
      organization {
        updatedAt
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Saves with whom an organization shares. Who would lose something is shown first, and a reason is asked for. */
export function useSaveSharing(): (base: Sharing, choice: SharingChoice) => Promise<Outcome<Saved>> {
  const client = useQueryClient()
  const set = useChange(OrganizationSharingSet)

  async function countLosers(name: string, choice: SharingChoice): Promise<Losers> {
    const { siteOrganization } = await client.fetchQuery(
      query(SharingPreviewQuery, previewVariables(name, choice)),
    )
    const { modules, providers } = siteOrganization ?? {}
    return { modules: modules?.loses.totalCount ?? 0, providers: providers?.loses.totalCount ?? 0 }
  }

  async function send(base: Sharing, choice: SharingChoice, reason?: string): Promise<Outcome<Saved>> {
    const { id, name, updatedAt } = base.organization
    const { organization: saved, userErrors } = await set.mutateAsync({
      id,
      expectedUpdatedAt: updatedAt,
      reason,
      modules: sharingInputOf(choice.modules, base.modules),
      providers: sharingInputOf(choice.providers, base.providers),
    })
    if (!saved) return userErrors.map(aboutTheList)
    return { done: `The registry sharing of ${name} is saved.`, path: paths.organization(name) }
  }

  return async (base, choice) => {
    const { name } = base.organization
    const losers = await countLosers(name, choice)
    if (losers.modules + losers.providers === 0) return send(base, choice)
    return new Promise((resolve) => {
      let outcome: Outcome<Saved> = []
      confirm({
        title: `Remove access to what ${name} shares?`,
        children: `${losersInWords(losers)} Runs there that need one of these fail.`,
        action: 'Save sharing',
        danger: true,
        askReason: 'required',
        run: async (reason) => {
          outcome = await send(base, choice, reason)
          return []
        },
        onClose: () => resolve(outcome),
      })
    })
  }
}

type Losers = { modules: number; providers: number }

const losersInWords = ({ modules, providers }: Losers): string =>
  [
    ...(modules > 0 ? [`${count(modules, 'organization')} will lose access to its modules.`] : []),
    ...(providers > 0 ? [`${count(providers, 'organization')} will lose access to its providers.`] : []),
  ].join(' ')

/** A fault of one name stands under the list as a whole. */
const aboutTheList = (error: UserError): UserError =>
  error.field[1] === 'consumers' ? { ...error, field: error.field.slice(0, 2) } : error
