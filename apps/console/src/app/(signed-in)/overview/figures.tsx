'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Failure } from '~/ui/failure'
import { Link } from '~/ui/link'
import { changeText, type Figure } from './change-text'
import classes from './overview.module.css'

const OverviewFigures = graphql(`
  query OverviewFigures {
    viewer {
      attention {
        figures {
          organizations {
            ...FigureFacts
          }
          workspaces {
            ...FigureFacts
          }
          modules {
            ...FigureFacts
          }
          downloads {
            ...FigureFacts
          }
        }
      }
    }
  }

  fragment FigureFacts on AttentionFigure {
    now
    before
  }
`)

/** How much there is of what, and how that changed. */
export function Figures() {
  const { data, error, refetch } = useQuery(query(OverviewFigures, {}))
  const found = data?.viewer?.attention.figures
  const hasSiteLists = useMay('SITE_ORGANIZATIONS_READ')
  const figures = [
    { key: 'organizations', label: 'Organizations', path: paths.organizations() },
    { key: 'workspaces', label: 'Workspaces', path: hasSiteLists ? paths.siteWorkspaces() : undefined },
    { key: 'modules', label: 'Modules', path: paths.modules() },
    { key: 'downloads', label: 'Module downloads, last 30 days', path: undefined },
  ] as const
  if (error)
    return <Failure title="The figures could not be loaded" error={error} retry={() => void refetch()} />
  return (
    <ul className={classes['figures']} aria-label="Figures">
      {figures.map(({ key, label, path }) => (
        <li key={key}>
          <span>{path === undefined ? label : <Link href={path}>{label}</Link>}</span>
          {found ? <Amount figure={found[key]} /> : <Skeleton height={28} width={64} my={4} />}
        </li>
      ))}
    </ul>
  )
}

const Amount = ({ figure }: { figure: Figure }) => (
  <div>
    <strong>{figure.now.toLocaleString('en')}</strong> <small>{changeText(figure)}</small>
  </div>
)
