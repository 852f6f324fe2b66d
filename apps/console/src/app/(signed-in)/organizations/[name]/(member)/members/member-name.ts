type Person = { email: string; user: { username: string } | null }

/** What somebody is called: by the user name, or by the address while there is none. */
export const nameOf = ({ email, user }: Person): string => user?.username ?? email
