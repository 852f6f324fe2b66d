'use client'

import { Button, Paper, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { storedText, storeText } from '~/data/stored'
import { useMay, useViewer } from '~/shell/viewer'
import { Ring } from '~/ui/charts/ring'
import { CodeToCopy } from '~/ui/code-to-copy'
import { LinkButton } from '~/ui/links'
import { Note } from '~/ui/texts'
import classes from './first-steps.module.css'
import { nextOf, type Step, stepsOf } from './steps'

const FirstSteps = graphql(`
  query FirstSteps($forSite: Boolean!) {
    cli {
      publicUrl
      words
    }
    published: registryModules(
      filter: { published: true }
      orderBy: { field: DOWNLOADS, direction: DESC }
      page: { size: 1 }
    ) {
      nodes {
        id
        namespace
        name
        provider
        downloads
        newestVersion {
          version
        }
      }
    }
    modules: registryModules(orderBy: { field: UPDATED_AT, direction: DESC }, page: { size: 1 }) {
      nodes {
        id
        namespace
        name
        provider
      }
    }
    viewer {
      organizations(page: { size: 1 }) {
        nodes {
          id
          name
          memberships(page: { size: 1 }) {
            totalCount
          }
        }
      }
      tokens(orderBy: { field: LAST_USED_AT, direction: DESC }, page: { size: 1 }) {
        nodes {
          id
          lastUsedAt
        }
        totalCount
      }
    }
    siteOrganizations(page: { size: 1 }) @include(if: $forSite) {
      nodes {
        id
        name
      }
    }
    users(page: { size: 1 }) @include(if: $forSite) {
      totalCount
    }
    engineVersions(page: { size: 1 }) @include(if: $forSite) {
      totalCount
    }
    siteWorkspaces(page: { size: 1 }) @include(if: $forSite) {
      totalCount
    }
  }
`)

const keyOf = (userId: string): string => `engine-first-steps:${userId}`

/** The steps while one is open, and how to be rid of them; a failure to load them is no reason to show one. */
export function useFirstSteps() {
  const { id } = useViewer().user
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const [isHidden, setHidden] = useState(() => storedText(keyOf(id)) === 'hidden')
  const { data, status } = useQuery({ ...query(FirstSteps, { forSite }), enabled: !isHidden })
  const steps = !isHidden && data ? stepsOf(data, forSite) : []
  return {
    isPending: !isHidden && status === 'pending',
    steps: nextOf(steps) ? steps : [],
    hide() {
      storeText(keyOf(id), 'hidden')
      setHidden(true)
      // The element that had the focus is removed.
      document.querySelector<HTMLElement>('h1')?.focus()
    },
  }
}

type Props = { steps: readonly Step[]; hide: () => void }

/** First steps on a new platform, or of a new member: the next one is open, others open on a click. */
export function FirstStepsCard({ steps, hide }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const done = steps.filter(({ isDone }) => isDone).length
  const opened = chosen ?? nextOf(steps)?.key
  return (
    <Paper component="section" p="md" mb="md" aria-labelledby={id}>
      <div className={classes['head']}>
        <Ring done={done} of={steps.length} />
        <div>
          <Title order={2} id={id}>
            First steps
          </Title>
          <Note>
            {done} of {steps.length} done
          </Note>
        </div>
        <Button variant="subtle" color="gray" size="xs" aria-label="Hide the first steps" onClick={hide}>
          Hide
        </Button>
      </div>
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <StepLine
            key={step.key}
            step={step}
            number={index + 1}
            isOpen={step.key === opened}
            onToggle={() => setChosen(step.key === opened ? '' : step.key)}
          />
        ))}
      </ol>
    </Paper>
  )
}

type LineProps = { step: Step; number: number; isOpen: boolean; onToggle: () => void }

function StepLine({ step, number, isOpen, onToggle }: LineProps) {
  const { title, about, isDone, codes = [], action } = step
  const id = useId()
  return (
    <li data-done={isDone || undefined}>
      <UnstyledButton
        className={classes['title'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <span className={classes['mark']} aria-hidden>
          {isDone ? <IconCheck size={14} stroke={2.5} /> : number}
        </span>
        {title}
        {isDone && <VisuallyHidden>(done)</VisuallyHidden>}
      </UnstyledButton>
      <div id={id} className={classes['body']} hidden={!isOpen}>
        {about !== undefined && <Text size="sm">{about}</Text>}
        {codes.map(({ about, ...code }) => (
          <div key={code.what}>
            <Text size="sm" mb={6}>
              {about}
            </Text>
            <CodeToCopy {...code} />
          </div>
        ))}
        {action && (
          <LinkButton href={action.path} size="xs" variant={isDone ? 'default' : 'filled'}>
            {action.label}
          </LinkButton>
        )}
      </div>
    </li>
  )
}
