/** Reads the parts of a hosting configuration that are relevant to redirects. */
import * as z from 'zod'
import { AppError } from '../../core/errors.ts'

/** Matches a value by a regular expression for the whole value, or by operators. */
const matchable = z.union([
  z.string(),
  z.looseObject({
    eq: z.union([z.string(), z.number()]).optional(),
    neq: z.string().optional(),
    inc: z.array(z.string()).optional(),
    ninc: z.array(z.string()).optional(),
    pre: z.string().optional(),
    suf: z.string().optional(),
    re: z.string().optional(),
    gt: z.number().optional(),
    gte: z.number().optional(),
    lt: z.number().optional(),
    lte: z.number().optional(),
  }),
])

const condition = z.union([
  z.object({ type: z.literal('host'), value: matchable }),
  z.object({ type: z.enum(['header', 'cookie', 'query']), key: z.string(), value: matchable.optional() }),
])

const redirectRule = z.looseObject({
  source: z.string(),
  destination: z.string(),
  permanent: z.boolean().optional(),
  statusCode: z.number().int().optional(),
  has: z.array(condition).optional(),
  missing: z.array(condition).optional(),
})

const configuration = z.looseObject({
  redirects: z.array(redirectRule).default([]),
  cleanUrls: z.boolean().optional(),
  trailingSlash: z.boolean().optional(),
  routes: z.array(z.unknown()).optional(),
  bulkRedirectsPath: z.string().optional(),
})

export type Matchable = z.infer<typeof matchable>
export type Condition = z.infer<typeof condition>
export type RedirectRule = z.infer<typeof redirectRule>
export type HostingConfiguration = z.infer<typeof configuration>

/** Reads the text of the file `name`. @throws AppError `usage` */
export function readHostingConfiguration(text: string, name: string): HostingConfiguration {
  const parsed = configuration.safeParse(parseJson(text, name))
  if (!parsed.success) {
    throw new AppError('usage', `Cannot read "${name}": ${z.prettifyError(parsed.error)}`, {
      cause: parsed.error,
    })
  }
  return parsed.data
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('usage', `Cannot read "${name}": it is not JSON`, { cause })
  }
}
