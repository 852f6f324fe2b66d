// The fields with lists, and all that places a list: fetched once one of them is reached.
export { Autocomplete, Select } from '@mantine/core'
