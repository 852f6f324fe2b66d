'use client'

import { DayBars, type DayCount } from './day-bars'
import { ShowData } from './show-data'
import classes from './downloads-chart.module.css'

type Props = {
  days: readonly DayCount[]
  /** Leads on from the bars. */
  onSelect?: () => void
}

/** A bar a day, and the days with downloads in numbers. */
export const DownloadsChart = ({ days, onSelect }: Props) => (
  <>
    <DayBars days={days} noun="download" className={classes['chart']} {...(onSelect && { onSelect })} />
    <ShowData
      label="Downloads by day"
      headers={['Day (UTC)', 'Downloads']}
      rows={days
        .filter((each) => each.count > 0)
        .reverse()
        .map((each) => ({ key: each.day, cells: [each.day, each.count] }))}
    />
  </>
)
