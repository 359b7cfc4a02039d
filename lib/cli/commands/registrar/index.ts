import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from '../../context.ts'
import { registerRegistrarAttach } from './attach.ts'
import { registerRegistrarBuy } from './buy.ts'
import { registerRegistrarMail } from './mail.ts'
import { registerRegistrarOrders } from './orders.ts'
import { registerRegistrarQuote } from './quote.ts'

export function registerRegistrar(command: Command, context: CliContext): void {
  const registrar = command.description('domains: quotes, purchases, orders, deadlines, names of a project')
  registerRegistrarQuote(registrar, context)
  registerRegistrarBuy(registrar, context)
  registerRegistrarOrders(registrar, context)
  registerRegistrarMail(registrar, context)
  registerRegistrarAttach(registrar, context)
}
