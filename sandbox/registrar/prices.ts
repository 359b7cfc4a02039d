/** Availability and prices. Every domain counts as available, but only a domain with a price can be bought. */
import { domainOf, type Endpoint } from './endpoint.ts'
import { refusal } from './errors.ts'
import type { RegistrarState, TldPrices, WirePrice } from './state.ts'

/** The longest term that is sold, in years. */
const LONGEST_TERM = 10

export function priceEndpoints(state: RegistrarState): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/v1/registrar/domains/{domain}/availability',
      errors: 'flat',
      answer: () => Response.json({ available: true }),
    },
    {
      method: 'GET',
      path: '/v1/registrar/domains/{domain}/price',
      errors: 'flat',
      answer(call) {
        const years = Number(call.url.searchParams.get('years') ?? 1)
        const { purchasePrice, renewalPrice, transferPrice } = pricesOf(domainOf(call), state)
        const term = (price: WirePrice) => termPrice(price, years)
        return Response.json({
          years,
          purchasePrice: term(purchasePrice),
          renewalPrice: term(renewalPrice),
          transferPrice: term(transferPrice),
        })
      },
    },
  ]
}

/**
 * The prices of the domain for a year.
 * @throws Refusal if the top-level domain is not sold
 */
function pricesOf(domain: string, state: RegistrarState): TldPrices {
  const tld = domain.split('.').at(-1) ?? ''
  const prices = state.prices.get(tld)
  if (prices) return prices
  const message = `The TLD "${tld}" is not supported.`
  throw refusal('flat', { status: 400, code: 'tld_not_supported', message })
}

/** The price of a purchase in cents; undefined if the registrar does not sell the term of `years`. */
export function purchaseCents(
  domain: string,
  { years, state }: { years: number; state: RegistrarState },
): number | undefined {
  const price = termPrice(pricesOf(domain, state).purchasePrice, years)
  return price === null ? undefined : Math.round(Number(price) * 100)
}

/** The price for the term, in the form of the yearly price: a number or a numeric string. */
function termPrice(price: WirePrice, years: number): WirePrice {
  if (price === null || years > LONGEST_TERM) return null
  const cents = Math.round(Number(price) * 100) * years
  return typeof price === 'number' ? cents / 100 : (cents / 100).toFixed(2)
}
