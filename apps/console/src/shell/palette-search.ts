import { IconBuilding, IconPackage, IconVersions, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { paths } from '../paths'
import { useMay } from './viewer'

const PaletteEngineVersions = graphql(`
  query PaletteEngineVersions($search: String!) {
    engineVersions(filter: { search: $search }, page: { size: 6 }) {
      nodes {
        id
        version
      }
    }
  }
`)

const PaletteOrganizations = graphql(`
  query PaletteOrganizations($search: String!) {
    siteOrganizations(filter: { search: $search }, page: { size: 6 }) {
      nodes {
        id
        name
      }
    }
  }
`)

const PaletteModules = graphql(`
  query PaletteModules($search: String!) {
    registryModules(filter: { search: $search }, page: { size: 6 }) {
      nodes {
        id
        namespace
        name
        provider
      }
    }
  }
`)

type Group = { label: string; icon: Icon; links: readonly { label: string; path: string }[] }

/** Engine versions, organizations and modules with a text in the name, of those the viewer may see. */
export function useFoundThings(search: string): { groups: readonly Group[]; isFetching: boolean } {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const mayReadOrganizations = useMay('SITE_ORGANIZATIONS_READ')
  const versions = useQuery({
    ...query(PaletteEngineVersions, { search }),
    enabled: mayReadVersions && search !== '',
  })
  const organizations = useQuery({
    ...query(PaletteOrganizations, { search }),
    enabled: mayReadOrganizations && search !== '',
  })
  const modules = useQuery({ ...query(PaletteModules, { search }), enabled: search !== '' })
  const groups: Group[] = [
    {
      label: 'Engine versions',
      icon: IconVersions,
      links: (versions.data?.engineVersions.nodes ?? []).map(({ id, version }) => ({
        label: version,
        path: paths.engineVersion(id),
      })),
    },
    {
      label: 'Organizations',
      icon: IconBuilding,
      links: (organizations.data?.siteOrganizations.nodes ?? []).map(({ name }) => ({
        label: name,
        path: paths.organization(name),
      })),
    },
    {
      label: 'Modules',
      icon: IconPackage,
      links: (modules.data?.registryModules.nodes ?? []).map((module) => ({
        label: `${module.namespace}/${module.name}/${module.provider}`,
        path: paths.module(module),
      })),
    },
  ]
  const isFetching = versions.isFetching || organizations.isFetching || modules.isFetching
  return { groups, isFetching }
}
