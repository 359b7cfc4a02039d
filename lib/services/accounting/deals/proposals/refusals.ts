import { AppError } from '../../../../core/errors.ts'

export function reasonMissing(): AppError {
  return new AppError('bad_request', 'Cannot propose a deal without a reason', {
    hint: 'say with `reason` why the deal should be registered: the person who releases it reads it',
  })
}

export function correctionProposed(): AppError {
  return new AppError('bad_request', 'Cannot propose a deal with `corrects`: only a registration has it', {
    hint: 'leave `corrects` out: a proposal replaces the earlier one of the same key',
  })
}

export function firstDealProposed(caseName: string): AppError {
  return new AppError(
    'bad_request',
    `Cannot propose the case "${caseName}": it is the first deal of a company`,
    { hint: 'a person registers and confirms it: kura accounting first-deal' },
  )
}

export function incompleteProposal(caseName: string, flags: readonly string[]): AppError {
  return new AppError('bad_request', `Cannot propose the case "${caseName}": no person could release it`, {
    hint: `propose it with what is missing: ${flags.join('; ')}`,
    details: { case: caseName, flags },
  })
}

export function reasonUnread(): AppError {
  return new AppError('bad_request', 'Cannot register a deal with `reason`: only a proposal has a reason', {
    hint: 'leave `reason` out, or propose the deal with mode=propose',
  })
}
