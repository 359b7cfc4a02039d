import { AppError, hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { Mode } from '../../../core/http/contract.ts'
import {
  type RegistrarContract,
  type RegistrarReply,
  registrarContract,
} from '../../../services/registrar/contract.ts'
import { readDomain } from '../../../services/registrar/domains/name.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'

export const REGISTRAR_SCOPES = ['registrar.read', 'registrar.write', 'registrar.buy', 'approve'] as const

export function registrarClient(
  options: CallOptions,
  context: CliContext,
): Promise<Client<RegistrarContract>> {
  return operatorClient(registrarContract, { ...options, scopes: REGISTRAR_SCOPES }, context)
}

type BuyReply<M extends Mode> = Extract<RegistrarReply<'buy'>, { mode: M }>

/** @throws AppError `remote_answer` if the host replied in the other mode */
export function inMode<M extends Mode>(mode: M, reply: RegistrarReply<'buy'>): BuyReply<M> {
  const isInMode = (given: RegistrarReply<'buy'>): given is BuyReply<M> => given.mode === mode
  if (isInMode(reply)) return reply
  const message = `Cannot read the reply about "${reply.domain}": its mode is ${reply.mode}, expected ${mode}`
  throw new AppError('remote_answer', message)
}

/** @throws AppError `usage` */
export function readDomainArgument(text: string): string {
  try {
    return readDomain(text)
  } catch (error) {
    if (!hasCode(error, 'bad_request')) throw error
    throw new AppError('usage', error.message, { cause: error, ...(error.hint && { hint: error.hint }) })
  }
}
