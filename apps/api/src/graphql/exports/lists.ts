/** A list that can be exported, and its columns. */
export interface ListExport {
  /** The query of a page. A column is named as in its table, and lies where its path leads within a row. */
  readonly document: string
  readonly columns: Readonly<Record<string, string>>
}

const pages = 'pageInfo { totalPages }'

/** The lists of the console that can be exported, by the name of the file; the variables are those of the list. */
export const listExports: Readonly<Record<string, ListExport>> = {
  modules: {
    document: `query ($filter: RegistryModuleFilter, $orderBy: RegistryModuleOrder, $page: PageInput!) {
      registryModules(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id namespace name provider description verified downloads updatedAt
          newestVersion { version deprecation { status } } }
        ${pages}
      }
    }`,
    columns: {
      Organization: 'namespace',
      Name: 'name',
      Provider: 'provider',
      Description: 'description',
      'Newest version': 'newestVersion.version',
      Deprecation: 'newestVersion.deprecation.status',
      Trusted: 'verified',
      Downloads: 'downloads',
      Changed: 'updatedAt',
    },
  },
  'module-upgrades': {
    document: `query ($name: String!, $search: String, $status: ModuleUpgradeStatus, $days: Int!, $page: PageInput!) {
      organization(name: $name) {
        moduleUpgrades(search: $search, status: $status, days: $days, page: $page) {
          nodes { id namespace name provider version status endOfLife { date } newest newestCompatible breakingCount
            lastDownloadedAt downloads usedBy { name } }
          ${pages}
        }
      }
    }`,
    columns: {
      Organization: 'namespace',
      Name: 'name',
      Provider: 'provider',
      Version: 'version',
      State: 'status',
      Ends: 'endOfLife.date',
      Compatible: 'newestCompatible',
      Newest: 'newest',
      'Breaking changes': 'breakingCount',
      'Last download': 'lastDownloadedAt',
      Downloads: 'downloads',
      'Used by': 'usedBy.name',
    },
  },
  'shared-providers': {
    document: `query ($search: String, $page: PageInput!) {
      sharedRegistryProviders(search: $search, page: $page) {
        nodes { id namespace name versions(page: { size: 1 }) { nodes { version } } }
        ${pages}
      }
    }`,
    columns: { Organization: 'namespace', Name: 'name', 'Newest version': 'versions.nodes.version' },
  },
  'site-providers': {
    document: `query ($search: String, $registryName: RegistryName, $orderBy: RegistryProviderOrder, $page: PageInput!) {
      siteRegistryProviders(search: $search, registryName: $registryName, orderBy: $orderBy, page: $page) {
        nodes { id namespace name registryName createdAt organization { name }
          versions(page: { size: 1 }) { nodes { version } } }
        ${pages}
      }
    }`,
    columns: {
      Namespace: 'namespace',
      Name: 'name',
      Registry: 'registryName',
      Organization: 'organization.name',
      'Newest version': 'versions.nodes.version',
      Added: 'createdAt',
    },
  },
  'public-providers': {
    document: `query ($filter: SitePublicProviderFilter, $page: PageInput!) {
      sitePublicProviders(filter: $filter, page: $page) {
        nodes { id origin namespace name approvedForAll lookedAt lookError
          counts { newestAvailable held altered unverified listedBy } }
        ${pages}
      }
    }`,
    columns: {
      Origin: 'origin',
      Namespace: 'namespace',
      Name: 'name',
      'Approved for all': 'approvedForAll',
      'Newest available': 'counts.newestAvailable',
      Held: 'counts.held',
      Changed: 'counts.altered',
      Unverified: 'counts.unverified',
      'Listed by': 'counts.listedBy',
      Synced: 'lookedAt',
      'Sync error': 'lookError',
    },
  },
  'engine-versions': {
    document: `query ($filter: EngineVersionFilter, $orderBy: EngineVersionOrder, $page: PageInput!) {
      engineVersions(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id version enabled official beta deprecated deprecatedReason endOfLife { date } usage createdAt }
        ${pages}
      }
    }`,
    columns: {
      Version: 'version',
      Enabled: 'enabled',
      Official: 'official',
      Beta: 'beta',
      Deprecated: 'deprecated',
      Reason: 'deprecatedReason',
      Ends: 'endOfLife.date',
      Workspaces: 'usage',
      Created: 'createdAt',
    },
  },
  'engines-seen': {
    document: `query ($filter: RunEngineVersionFilter, $orderBy: RunEngineVersionOrder, $page: PageInput!) {
      runEngineVersions(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id engine version engineVersionStatus { enabled deprecated } organizations tokens requests refused lastDay }
        ${pages}
      }
    }`,
    columns: {
      Engine: 'engine',
      Version: 'version',
      Enabled: 'engineVersionStatus.enabled',
      Deprecated: 'engineVersionStatus.deprecated',
      Organizations: 'organizations',
      Tokens: 'tokens',
      Requests: 'requests',
      Refused: 'refused',
      'Last seen': 'lastDay',
    },
  },
  workspaces: {
    document: `query ($name: String!, $search: String, $needsUpgrade: Boolean, $orderBy: WorkspaceOrder, $page: PageInput!) {
      organization(name: $name) {
        workspaces(search: $search, needsUpgrade: $needsUpgrade, orderBy: $orderBy, page: $page) {
          nodes { id name description engineVersion resolvedEngineVersion resourceCount stateWrittenAt locked createdAt }
          ${pages}
        }
      }
    }`,
    columns: {
      Name: 'name',
      Description: 'description',
      'Engine version': 'resolvedEngineVersion',
      'As it was chosen': 'engineVersion',
      Resources: 'resourceCount',
      'State written': 'stateWrittenAt',
      Locked: 'locked',
      Created: 'createdAt',
    },
  },
  'site-workspaces': {
    document: `query ($filter: SiteWorkspaceFilter, $orderBy: WorkspaceOrder, $page: PageInput!) {
      siteWorkspaces(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id name engineVersion resolvedEngineVersion resourceCount stateWrittenAt createdAt organization { name } }
        ${pages}
      }
    }`,
    columns: {
      Name: 'name',
      Organization: 'organization.name',
      'Engine version': 'resolvedEngineVersion',
      'As it was chosen': 'engineVersion',
      Resources: 'resourceCount',
      'State written': 'stateWrittenAt',
      Created: 'createdAt',
    },
  },
  organizations: {
    document: `query ($filter: SiteOrganizationFilter, $orderBy: SiteOrganizationOrder, $page: PageInput!) {
      siteOrganizations(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id name email isDisabled workspaceLimit createdAt disableConsequences { workspaces }
          owners { username } }
        ${pages}
      }
    }`,
    columns: {
      Name: 'name',
      'E-mail': 'email',
      Disabled: 'isDisabled',
      Workspaces: 'disableConsequences.workspaces',
      'Workspace limit': 'workspaceLimit',
      Owners: 'owners.username',
      Created: 'createdAt',
    },
  },
  users: {
    document: `query ($filter: UserFilter, $orderBy: UserOrder, $page: PageInput!) {
      users(filter: $filter, orderBy: $orderBy, page: $page) {
        nodes { id username email emailVerified isSiteAdmin suspendedAt twoFactorEnabledAt lastActiveAt createdAt
          organizations(page: { size: 1 }) { totalCount } }
        ${pages}
      }
    }`,
    columns: {
      'User name': 'username',
      'E-mail': 'email',
      'E-mail verified': 'emailVerified',
      Administrator: 'isSiteAdmin',
      Suspended: 'suspendedAt',
      Organizations: 'organizations.totalCount',
      'Two-step sign-in since': 'twoFactorEnabledAt',
      'Last active': 'lastActiveAt',
      Created: 'createdAt',
    },
  },
}
