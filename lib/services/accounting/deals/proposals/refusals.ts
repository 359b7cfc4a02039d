/** Why a request is no proposal that a person could release: errors `bad_request`. */
import { AppError } from '../../../../core/errors.ts'

/** The error for a proposal that does not say why. */
export function reasonMissing(): AppError {
  return new AppError('bad_request', 'Cannot propose a deal without a reason', {
    hint: 'say with `reason` why the deal should be registered: the person who releases it reads it',
  })
}

/** The error for a proposal that would correct a case. */
export function correctionProposed(): AppError {
  return new AppError('bad_request', 'Cannot propose a deal with `corrects`: only a registration has it', {
    hint: 'leave `corrects` out: a proposal replaces the earlier one of the same key',
  })
}

/** The error for a proposal of the first deal of a company, which a person confirms. */
export function firstDealProposed(caseName: string): AppError {
  return new AppError(
    'bad_request',
    `Cannot propose the case "${caseName}": it is the first deal of a company`,
    {
      hint: 'a person registers and confirms it: kura accounting first-deal',
    },
  )
}

/** The error for a proposal that no person could release; its flags say what is missing. */
export function incompleteProposal(caseName: string, flags: readonly string[]): AppError {
  return new AppError('bad_request', `Cannot propose the case "${caseName}": no person could release it`, {
    hint: `propose it with what is missing: ${flags.join('; ')}`,
    details: { case: caseName, flags },
  })
}

/** The error for a registration with a reason, which only a proposal has. */
export function reasonUnread(): AppError {
  return new AppError('bad_request', 'Cannot register a deal with `reason`: only a proposal has a reason', {
    hint: 'leave `reason` out, or propose the deal with mode=propose',
  })
}
