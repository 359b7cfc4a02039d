/** A person ticks a box for the minus of a refund, because the number keys of a phone have no minus. */
import { type Html, html } from '../../../core/http/html.ts'
import { catalogue } from '../../../core/language/catalogue.ts'
import { sayIn } from '../../../core/language/text.ts'
import { readAmount } from '../../../services/accounting/fields/amount.ts'
import type { Fields, View } from '../../page.ts'

const REFUND = catalogue('console.refund', {
  box: { en: 'Refund (minus)', ja: '返金（マイナス）' },
})

export function refundBox(name: string, { locale }: Pick<View, 'locale'>): Html {
  return html`<p><label><input type="checkbox" name="${name}-refund"> ${sayIn(locale)(REFUND.box)}</label></p>`
}

/** The fields, with a negative amount for each ticked box. A text that is no amount is not changed. */
export function withRefunds(fields: Fields): Fields {
  const signed = Object.keys(fields).flatMap(box => {
    const [, name = ''] = /^(.+)-refund$/.exec(box) ?? []
    const amount = readAmount(fields[name] ?? '') ?? 0
    return amount > 0 ? [[name, String(-amount)]] : []
  })
  return { ...fields, ...Object.fromEntries(signed) }
}
