/** What the function of the books answers, as far as the command line shows it; other members pass through. */
import { z } from 'zod'

const text = z.string()
const texts = z.array(text)

/** The exact body of POST /deals. */
const body = z.looseObject({
  issue_date: text,
  details: z.array(z.looseObject({ tax_code: z.number(), amount: z.number() })),
})

/** A deal as kura understood it. */
const understood = {
  body: body.optional(),
  lines: z.array(
    z.looseObject({
      accountItem: z.looseObject({ name: text }),
      tax: z.looseObject({ code: z.number(), name: text }).optional(),
      deduction: z.looseObject({ schedule: text, deduction: z.number() }).optional(),
      amount: z.number(),
      description: text.optional(),
    }),
  ),
  flags: z.array(z.looseObject({ reason: text })),
  taxes: text,
}

export const dryRunAnswer = z.looseObject({
  mode: z.literal('dry-run'),
  ...understood,
  case: z.looseObject({ name: text, state: text, deal: z.number().optional() }).optional(),
  obstacles: texts,
})
export type DryRunAnswer = z.infer<typeof dryRunAnswer>

export const registrationAnswer = z.looseObject({
  mode: z.literal('write'),
  ...understood,
  case: text,
  state: text,
  deal: z.number().optional(),
})
export type RegistrationAnswer = z.infer<typeof registrationAnswer>

export const dealAnswer = z.discriminatedUnion('mode', [dryRunAnswer, registrationAnswer])

export const caseAnswer = z.looseObject({
  case: text,
  state: text,
  since: text,
  body: body.optional(),
  deal: z.number().optional(),
  flags: texts,
  reason: text.optional(),
  operation: text,
})
export type CaseAnswer = z.infer<typeof caseAnswer>

export const casesAnswer = z.looseObject({ cases: z.array(caseAnswer) })

/** A case after its deal was looked for. */
export const resolvedAnswer = caseAnswer.extend({ found: z.array(z.number()) })
export type ResolvedAnswer = z.infer<typeof resolvedAnswer>

export const learningAnswer = z.looseObject({
  status: text,
  deal: z.number().optional(),
  candidates: z.array(
    z.looseObject({ code: z.number(), category: text.optional(), state: text, reason: text.optional() }),
  ),
})
export type LearningAnswer = z.infer<typeof learningAnswer>

export const learningPreviewAnswer = z.looseObject({
  issueDate: text,
  accountItem: text,
  bodies: z.array(body),
  obstacles: texts,
})
export type LearningPreviewAnswer = z.infer<typeof learningPreviewAnswer>
