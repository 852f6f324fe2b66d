import { titleIn } from '../../access'
import { Members } from './members'

type Props = PageProps<'/organizations/[name]/members'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Members')

export default function MembersPage() {
  return <Members />
}
