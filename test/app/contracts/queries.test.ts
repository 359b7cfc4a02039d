/**
 * A contract marks each endpoint whose query may be empty: the function then reads an empty query without loading the
 * schemas.
 */
import { expect, test } from 'vitest'
import { SERVICES } from '../../../lib/app/contracts/services.ts'

const queries = await Promise.all(
  SERVICES.flatMap(({ name: service, contract }) =>
    Object.entries(contract.endpoints).flatMap(([name, { query }]) =>
      query ? [{ service, contract, name, query }] : [],
    ),
  ).map(async ({ service, contract, name, query }) => {
    const { [name]: schemas } = (await contract.schemas()) as Record<
      string,
      { query?: import('zod').ZodType }
    >
    return { name: `${service}.${name}`, query, empty: schemas?.query?.safeParse({}) }
  }),
)

test.each(queries)('$name says whether its query may be empty', ({ query, empty }) => {
  expect(query).toBe(empty?.success ? 'optional' : true)
})

test.each(queries.filter(({ query }) => query === 'optional'))(
  '$name: an empty query has no defaults',
  ({ empty }) => {
    expect(empty?.data).toEqual({})
  },
)
