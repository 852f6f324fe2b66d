'use client'

import { Anchor, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { graphql } from '~/data/generated'
import type { RegistryModuleFilter } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { given } from '~/ui/given'
import { type FlagWords, withChoice } from '~/ui/list-state'
import type { ListView } from '~/ui/use-list'
import classes from './facet-column.module.css'
import { numberText } from '~/ui/text'

export const ModuleFacets = graphql(`
  query ModuleFacets($filter: RegistryModuleFilter!) {
    registryModuleFacets(filter: $filter) {
      organizations {
        value
        count
      }
      providers {
        value
        count
      }
    }
  }
`)

type Props<Flag extends string> = Pick<ListView<Flag>, 'state' | 'asked' | 'ask'> & {
  filter: RegistryModuleFilter
  /** What each choice and each yes-or-no question is called. */
  choices: Readonly<Record<string, string>>
  words: Readonly<Record<Flag, FlagWords>>
}

/** What the list of modules can be narrowed by, beside it; asked for where there is room for it alone. */
export function FacetColumn<Flag extends string>(props: Props<Flag>) {
  const isShown = useMediaQuery('(min-width: 75em)') ?? false
  return isShown && <Facets {...props} />
}

function Facets<Flag extends string>({ state, asked, ask, filter, choices, words }: Props<Flag>) {
  const { data } = useQuery(query(ModuleFacets, { filter }))
  const found = data?.registryModuleFacets
  const values = { organization: found?.organizations, provider: found?.providers }
  const setFlag = (flag: Flag, value: boolean) => {
    const { [flag]: before, ...flags } = asked().flags
    ask({
      ...asked(),
      flags: (before === value ? flags : { ...flags, [flag]: value }) as typeof state.flags,
      page: 1,
    })
  }
  return (
    <Stack component="aside" aria-label="Filters" gap="lg" className={classes['column'] ?? ''}>
      {Object.entries(choices).map(([name, title]) => (
        <Facet
          key={name}
          title={title}
          values={values[name as keyof typeof values]}
          chosen={state.choices?.[name]}
          choose={(value) => ask(withChoice(asked(), name, value))}
        />
      ))}
      {(Object.keys(words) as Flag[]).map((flag) => (
        <Group key={flag} title={words[flag].name}>
          {([true, false] as const).map((value) => (
            <Choice
              key={String(value)}
              label={words[flag][value ? 'yes' : 'no']}
              isChosen={state.flags[flag] === value}
              onChoose={() => setFlag(flag, value)}
            />
          ))}
        </Group>
      ))}
    </Stack>
  )
}

/** As many values as are shown before one asks for more. */
const few = 6

type FacetProps = {
  title: string
  /** Those with most modules first; undefined until they are known. */
  values: readonly { value: string; count: number }[] | undefined
  chosen: string | undefined
  choose: (value: string | undefined) => void
}

function Facet({ title, values, chosen, choose }: FacetProps) {
  const [isWhole, setWhole] = useState(false)
  const known = values ?? []
  const isMissing = chosen !== undefined && values && !known.some(({ value }) => value === chosen)
  const all = isMissing ? [{ value: chosen, count: 0 }, ...known] : known
  const shown = isWhole ? all : all.filter(({ value }, index) => index < few || value === chosen)
  if (values && all.length === 0) return null
  return (
    <Group title={title}>
      {!values && <Skeleton height={20} my={4} />}
      {shown.map(({ value, count }) => (
        <Choice
          key={value}
          label={value}
          count={count}
          isChosen={value === chosen}
          onChoose={() => choose(value === chosen ? undefined : value)}
        />
      ))}
      {shown.length < all.length && (
        <Anchor component="button" type="button" size="xs" px={8} py={4} onClick={() => setWhole(true)}>
          All {all.length}
        </Anchor>
      )}
    </Group>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="group" aria-label={title}>
    <Text size="xs" c="dimmed" fw={500} px={8} mb={2}>
      {title}
    </Text>
    {children}
  </div>
)

type ChoiceProps = { label: string; count?: number; isChosen: boolean; onChoose: () => void }

/** Pressed again it is dropped. */
const Choice = ({ label, count, isChosen, onChoose }: ChoiceProps) => (
  <UnstyledButton className={classes['choice'] ?? ''} aria-pressed={isChosen} onClick={onChoose}>
    <span>{given(label)}</span>
    {count !== undefined && <span>{numberText(count)}</span>}
  </UnstyledButton>
)
