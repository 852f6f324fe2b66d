'use client'

import { Anchor, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { graphql } from '~/data/generated'
import type { RegistryModuleFilter } from '~/data/generated/graphql'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { userText } from '~/ui/user-text'
import { type FlagWords, toggled, valuesOf } from '~/ui/lists/list-state'
import type { ListView } from '~/ui/lists/use-list'
import { Note } from '~/ui/texts'
import classes from './facet-column.module.css'
import { numberText } from '~/ui/text'

const ModuleFacets = graphql(`
  query ModuleFacets($filter: RegistryModuleFilter!, $size: Int!) {
    registryModuleFacets(filter: $filter) {
      organizations(page: { size: $size }) {
        ...FacetValues
      }
      providers(page: { size: $size }) {
        ...FacetValues
      }
    }
  }

  fragment FacetValues on RegistryModuleFacetConnection {
    nodes {
      value
      count
    }
    totalCount
  }
`)

const ModuleFacetSearch = graphql(`
  query ModuleFacetSearch($filter: RegistryModuleFilter!, $search: String!, $isOfOrganizations: Boolean!) {
    registryModuleFacets(filter: $filter) {
      organizations(search: $search, page: { size: 50 }) @include(if: $isOfOrganizations) {
        ...FacetValues
      }
      providers(search: $search, page: { size: 50 }) @skip(if: $isOfOrganizations) {
        ...FacetValues
      }
    }
  }
`)

type View<Flag extends string> = Pick<ListView<Flag>, 'state' | 'asked' | 'ask'> & {
  filter: RegistryModuleFilter
  /** Label of each choice. */
  choices: Readonly<Record<string, string>>
}

type Props<Flag extends string> = View<Flag> & {
  /** Label of each yes-or-no filter. */
  words: Readonly<Record<Flag, FlagWords>>
}

/** Filters of the list of modules in a column; queried only where there is room for it. */
export function FacetColumn<Flag extends string>(props: Props<Flag>) {
  const isShown = useMediaQuery('(min-width: 75em)') ?? false
  return (
    isShown && (
      <Stack component="aside" aria-label="Filters" gap="lg" className={classes['column'] ?? ''}>
        <Facets {...props} />
        <Flags {...props} />
      </Stack>
    )
  )
}

function Flags<Flag extends string>({ state, asked, ask, words }: Props<Flag>) {
  const setFlag = (flag: Flag, value: boolean) => {
    const { [flag]: before, ...flags } = asked().flags
    ask({
      ...asked(),
      flags: (before === value ? flags : { ...flags, [flag]: value }) as typeof state.flags,
      page: 1,
    })
  }
  return (Object.keys(words) as Flag[]).map((flag) => (
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
  ))
}

/** Number of values that are shown before the viewer asks for more. */
const few = 6

/** The organizations and providers that the list can be narrowed by, with the number of modules of each. */
export function Facets<Flag extends string>({ state, asked, ask, filter, choices }: View<Flag>) {
  const names = Object.keys(choices)
  const size = Math.max(few, ...names.map((name) => valuesOf(state, name).length))
  const { data } = useQuery(query(ModuleFacets, { filter, size }))
  const found = data?.registryModuleFacets
  const values: Readonly<Record<string, Found | undefined>> = {
    organization: found?.organizations,
    provider: found?.providers,
  }
  return names.map((name) => (
    <Facet
      key={name}
      name={name}
      title={choices[name] ?? name}
      filter={filter}
      found={values[name]}
      chosen={valuesOf(state, name)}
      toggle={(value) => ask(toggled(asked(), name, value))}
    />
  ))
}

type Found = { nodes: readonly { value: string; count: number }[]; totalCount: number }

type FacetProps = {
  name: string
  title: string
  filter: RegistryModuleFilter
  /** The chosen values, then those with the most modules; undefined while they load. */
  found: Found | undefined
  chosen: readonly string[]
  toggle: (value: string) => void
}

/** The first values of a facet; all of them are searched once the viewer asks for more. */
function Facet({ name, title, filter, found, ...choosing }: FacetProps) {
  const [isWhole, setWhole] = useState(false)
  if (found && found.totalCount === 0 && choosing.chosen.length === 0) return null
  if (isWhole)
    return (
      <Group title={title}>
        <SearchedFacet name={name} title={title} filter={filter} {...choosing} />
      </Group>
    )
  return (
    <Group title={title}>
      {found ? <Values values={found.nodes} {...choosing} /> : <Skeleton height={20} my={4} />}
      {found && found.totalCount > found.nodes.length && (
        <Anchor component="button" type="button" size="xs" px={8} py={4} onClick={() => setWhole(true)}>
          All {numberText(found.totalCount)}
        </Anchor>
      )}
    </Group>
  )
}

/** Values of a facet with a search; the server looks among all of them. */
function SearchedFacet({ name, title, filter, ...choosing }: Omit<FacetProps, 'found'>) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const isOfOrganizations = name === 'organization'
  const { data } = useQueryKeepingPrevious(ModuleFacetSearch, { filter, search, isOfOrganizations })
  const { organizations, providers } = data?.registryModuleFacets ?? {}
  const found = organizations ?? providers
  const isPart = found !== undefined && found.totalCount > found.nodes.length
  return (
    <>
      <TextInput
        type="search"
        size="xs"
        mx={8}
        my={4}
        aria-label={`Search ${title.toLowerCase()}s`}
        placeholder="Search"
        leftSection={<IconSearch size={13} />}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        // The button that was pressed is gone.
        ref={takeFocus}
      />
      <div className={classes['all'] ?? ''} role="group" aria-label={`All ${title.toLowerCase()}s`}>
        {found ? (
          <Values
            values={found.nodes}
            {...choosing}
            {...(search !== '' && { chosen: shownOf(choosing, found) })}
          />
        ) : (
          <Skeleton height={20} my={4} />
        )}
      </div>
      <Note px={8} py={4} size="xs" aria-live="polite">
        {found && countText(found, isPart, search)}
      </Note>
    </>
  )
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

/** The chosen values that a search has found: others would not fit the text. */
const shownOf = ({ chosen }: Pick<FacetProps, 'chosen'>, { nodes }: Found): readonly string[] =>
  chosen.filter((each) => nodes.some(({ value }) => value === each))

/** `201, the 50 largest shown`. */
function countText({ nodes, totalCount }: Found, isPart: boolean, search: string): string {
  if (totalCount === 0) return 'Nothing matches.'
  const all = `${numberText(totalCount)}${search === '' ? '' : totalCount === 1 ? ' matches' : ' match'}`
  return isPart ? `${all}, the ${nodes.length} largest shown` : all
}

type ValuesProps = Pick<FacetProps, 'chosen' | 'toggle'> & { values: Found['nodes'] }

/** A value that is chosen stays, though nothing has it. */
function Values({ values, chosen, toggle }: ValuesProps) {
  const missing = chosen.filter((each) => values.every(({ value }) => value !== each))
  return [...missing.map((value) => ({ value, count: 0 })), ...values].map(({ value, count }) => (
    <Choice
      key={value}
      label={value}
      count={count}
      isChosen={chosen.includes(value)}
      onChoose={() => toggle(value)}
    />
  ))
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
    <span>{userText(label)}</span>
    {count !== undefined && <span>{numberText(count)}</span>}
  </UnstyledButton>
)
