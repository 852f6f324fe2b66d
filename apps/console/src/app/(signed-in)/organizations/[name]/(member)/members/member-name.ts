type Person = { email: string; user: { username: string } | null }

/** The name of a member: the user name, or the address while there is none. */
export const nameOf = ({ email, user }: Person): string => user?.username ?? email
