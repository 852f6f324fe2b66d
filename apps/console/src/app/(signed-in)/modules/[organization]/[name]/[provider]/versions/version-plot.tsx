import { shortDayText } from '~/ui/moment'
import { ShowData } from '~/ui/charts/show-data'
import { Link } from '~/ui/link'
import { count, numberText } from '~/ui/text'
import { mostDrawn, placesOf } from './version-positions'
import classes from './version-downloads.module.css'

type Version = {
  id: string
  version: string
  /** Null while it is not published. */
  publishedAt: string | null
  downloads: number
  deprecation: { status: 'DEPRECATED' | 'REVOKED' } | null
}

type Props = {
  /** The newest. */
  versions: readonly Version[]
  /** Number of versions before these. */
  older: number
  hrefOf: (version: string) => string
}

/** Versions in the order of their publication, with their status and share of downloads. */
export function VersionPlot({ versions, older, hrefOf }: Props) {
  const places = placesOf(versions)
  const most = Math.max(...places.map(({ share }) => share))
  const published = versions.filter(({ publishedAt }) => publishedAt !== null)
  return (
    <>
      <Legend />
      <div role="group" aria-label={summaryOf(published)} className={classes['line']}>
        {places.map(({ version, left, share, isNamed }) => (
          <Link
            key={version.id}
            href={hrefOf(version.version)}
            className={classes['version']}
            style={{ insetInlineStart: `${left}%` }}
            title={textOf(version, share)}
            aria-label={textOf(version, share)}
          >
            <span
              className={classes['stem']}
              style={{ height: `${most === 0 ? 0 : (share / most) * 3.5}rem` }}
            />
            <Mark of={fateOf(version)} />
            {isNamed && <span className={classes['name']}>{version.version}</span>}
          </Link>
        ))}
      </div>
      <Ends all={published.length + older} />
      <ShowData
        label="Versions"
        headers={['Version', 'Published', 'State', 'Downloads']}
        rows={published.map((version) => ({
          key: version.id,
          cells: [
            version.version,
            version.publishedAt?.slice(0, 10),
            words[fateOf(version)],
            version.downloads,
          ],
        }))}
      />
    </>
  )
}

/** Status of a version in the picture. */
type Fate = 'PUBLISHED' | 'DEPRECATED' | 'REVOKED'

const fateOf = ({ deprecation }: Version): Fate => deprecation?.status ?? 'PUBLISHED'

const words = { PUBLISHED: 'Published', DEPRECATED: 'Deprecated', REVOKED: 'Revoked' } as const

/** Mark of a status. Each has its own shape, so that it can be read without colour. */
const Mark = ({ of }: { of: Fate }) => (
  <svg viewBox="0 0 10 10" className={classes['mark']} data-of={of} aria-hidden>
    {of === 'PUBLISHED' && <circle cx={5} cy={5} r={4.5} />}
    {of === 'DEPRECATED' && <path d="M5 1 9.2 9H.8Z" />}
    {of === 'REVOKED' && <path d="M1 1h8v8H1Z" />}
  </svg>
)

const Legend = () => (
  <ul className={classes['legend']}>
    {(Object.keys(words) as Fate[]).map((fate) => (
      <li key={fate}>
        <Mark of={fate} /> {words[fate]}
      </li>
    ))}
    <li>
      <span className={classes['sample']} /> Share of all downloads
    </li>
  </ul>
)

/** Text that says where the picture begins and ends, and how many versions it leaves out. */
const Ends = ({ all }: { all: number }) => (
  <div className={classes['ends']}>
    <span>{all > mostDrawn ? `The newest ${mostDrawn} of ${numberText(all)}, oldest first` : 'Oldest'}</span>
    <span>Newest</span>
  </div>
)

const dateOf = (at: string): string => (at === '' ? '' : `${shortDayText(at)} ${at.slice(0, 4)}`)

const textOf = (version: Version, share: number): string =>
  `${version.version}: ${words[fateOf(version)].toLowerCase()}, ${dateOf(version.publishedAt ?? '')}, ${count(version.downloads, 'download')} (${Math.round(share * 100)} %)`

/** The picture in a sentence. */
function summaryOf(published: readonly Version[]): string {
  const [best] = published.toSorted((one, other) => other.downloads - one.downloads)
  const start = `${count(published.length, 'version')}, oldest first`
  return best && best.downloads > 0
    ? `${start}; ${best.version} has most downloads, ${numberText(best.downloads)}.`
    : `${start}, without downloads.`
}
