import { titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { Members } from './members'

type Props = PageProps<'/organizations/[name]/members'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Members')

export default function MembersPage() {
  return <Members />
}
