'use client'

import { Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense, type ComponentProps } from 'react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { CiIdentityFactsFragment, IssuerChoiceFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { RecordForm } from '~/shell/record-form'
import { useHydrated } from '~/ui/hydrated'
import { PageHeader } from '~/ui/page-header'
import type { IdentityFields } from './identity-fields'
import { CiIdentityForm } from './queries'
import {
  claimsFor,
  emptyValues,
  type FormValues,
  hasInput,
  inputOf,
  labels,
  placed,
  validation,
  valuesOf,
} from './values'

type Issuers = readonly IssuerChoiceFragment[]

const LazyFields = lazy(async () => ({ default: (await import('./identity-fields')).IdentityFields }))

/** The fields, once they take what is typed: what the server wrote would lose it. */
function Fields(props: ComponentProps<typeof IdentityFields>) {
  const waiting = <Skeleton height={960} />
  return useHydrated() ? (
    <Suspense fallback={waiting}>
      <LazyFields {...props} />
    </Suspense>
  ) : (
    waiting
  )
}

const CiIdentityCreate = graphql(`
  mutation CiIdentityCreate($input: CiIdentityCreateInput!) {
    ciIdentityCreate(input: $input) {
      ciIdentity {
        id
        name
      }
    }
  }
`)

/** `hidden` is the number of further issuers. */
export function NewIdentity({ issuers, hidden }: { issuers: Issuers; hidden: number }) {
  const { name: organization } = useOrganization()
  const create = useChange(CiIdentityCreate)
  const [only] = issuers
  const usual =
    only && issuers.length === 1
      ? { ...emptyValues, trustedIssuerId: only.id, claims: claimsFor(only.kind, []) }
      : emptyValues
  const form = useForm<FormValues>({ initialValues: usual, validate: validation })

  async function save(values: FormValues) {
    const { ciIdentity, userErrors } = await create.mutateAsync({ ...inputOf(values), organization })
    if (!ciIdentity) return placed(values, userErrors)
    return { done: `${ciIdentity.name} is created.`, path: paths.ciIdentity(organization, ciIdentity.id) }
  }

  return (
    <>
      <PageHeader title="New CI identity" tab={`New · CI identities · ${organization}`} />
      <RecordForm
        form={form}
        hasInput={hasInput}
        submitLabel="Create CI identity"
        disabledReason={issuers.length === 0 ? 'This organization has no trusted issuer yet' : undefined}
        cancelPath={paths.ciIdentities(organization)}
        onSubmit={save}
      >
        <Fields form={form} issuers={issuers} hidden={hidden} />
      </RecordForm>
    </>
  )
}

const CiIdentityUpdate = graphql(`
  mutation CiIdentityUpdate($input: CiIdentityUpdateInput!) {
    ciIdentityUpdate(input: $input) {
      ciIdentity {
        name
      }
    }
  }
`)

type EditProps = { found: CiIdentityFactsFragment; issuers: Issuers; hidden: number }

export function EditIdentity({ found, issuers, hidden }: EditProps) {
  const update = useChange(CiIdentityUpdate)
  const { organization, issuer, team } = found
  const path = paths.ciIdentity(organization.name, found.id)
  // An issuer that is no longer open to the organization stays until another is chosen.
  const all = issuer && !issuers.some(({ id }) => id === issuer.id) ? [...issuers, issuer] : issuers
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} tab={`Edit · ${found.name} · CI identities`} />
      <EditForm
        thing="CI identity"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        hasInput={hasInput}
        submitLabel="Save CI identity"
        cancelPath={path}
        save={async ({ id, updatedAt }, values) => {
          const input = { id, expectedUpdatedAt: updatedAt, ...inputOf(values) }
          const { ciIdentity, userErrors } = await update.mutateAsync(input)
          return ciIdentity ? { done: `${ciIdentity.name} is saved.`, path } : placed(values, userErrors)
        }}
        load={async () => (await request(CiIdentityForm, { id: found.id })).ciIdentity}
      >
        {(form) => <Fields form={form} issuers={all} hidden={hidden} team={team} />}
      </EditForm>
    </>
  )
}
