/** Trails of redirects, and the findings about them. */
import { expect } from 'vitest'
import { redirectFindings } from '../../../lib/move/page/redirect-findings.ts'
import type { UrlVariant } from '../../../lib/move/page/url-variants.ts'
import { say } from '../../../lib/move/phrase.ts'
import type { Trail } from '../../../lib/move/visit/follow.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'

export type Step = readonly [url: string, status: number, location?: string]

export function trailOf(
  steps: readonly Step[],
  end: Trail['end'] = 'answered',
  silent?: Hop['trouble'],
): Trail {
  const hops: Hop[] = steps.map(([url, status, location]) => ({ url, status, ...(location && { location }) }))
  if (silent) hops.push({ url: steps.at(-1)?.[2] ?? 'https://old.example/a', trouble: silent })
  return { hops, end, last: { hop: hops.at(-1)!, headers: {}, body: undefined } }
}

export const OLD = 'https://old.example'
export const NEW = 'https://new.example'
export const unknown = { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } as const

export interface Row {
  readonly name: string
  readonly path?: string
  readonly listed?: boolean
  readonly trail: Trail
  /** `verdict beginning-of-message`. */
  readonly want: string[]
}

export const variantOf = (variant: Pick<UrlVariant, 'url' | 'target' | 'listed'>): UrlVariant => ({
  ...variant,
  origin: OLD,
  pathForm: 'as listed',
})

/** Compares the findings about a row's trail with those that the row expects. */
export function expectFindings({ path = '/a', listed = true, trail, want }: Row): void {
  const variant = variantOf({ url: trail.hops[0]?.url ?? '', target: `${NEW}${path}`, listed })
  const findings = redirectFindings(variant, trail, { point: 2, newHost: 'new.example', mostHops: 3 })
  const found = findings.map(({ verdict, message }) => `${verdict} ${message}`)
  expect(found).toHaveLength(want.length)
  for (const [index, text] of want.entries()) expect(found[index]).toContain(text)
  expect(findings.every(({ point, url }) => point === 2 && url === variant.url)).toBe(true)
}
