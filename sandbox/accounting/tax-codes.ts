/** The tax codes of the sandbox's test company. */
import type { TaxCode } from './state.ts'

/**
 * The nine codes that document 1 observed in one test company, and those of 70 % and 30 %, which the service lists since
 * 2026-10. Of these the service has published 234 with its name; the other three codes are the sandbox's own.
 */
export const TAX_CODES: readonly TaxCode[] = [
  tax(136, '課対仕入10%', { display: 'tax_10', rate: 10 }),
  tax(163, '課対仕入8%（軽）', { display: 'tax_r8', rate: 8 }),
  tax(189, '課対仕入（控80）10%', { display: 'tax_10_e80', rate: 10 }),
  tax(187, '課対仕入（控80）8%（軽）', { display: 'tax_r8_e80', rate: 8 }),
  tax(190, '課対仕入（控50）10%', { display: 'tax_10_e50', rate: 10 }),
  tax(188, '課対仕入（控50）8%（軽）', { display: 'tax_r8_e50', rate: 8 }),
  tax(2, '対象外', { display: null, rate: 0 }),
  tax(34, '課対仕入', { display: null, rate: 10 }),
  tax(108, '課対仕入8%', { display: 'tax_8', rate: 8 }),
  tax(234, '課対仕入(控70) 10%', { display: 'tax_10_e70', rate: 10 }),
  tax(235, '課対仕入(控70) 8%(軽)', { display: 'tax_r8_e70', rate: 8 }),
  tax(236, '課対仕入(控30) 10%', { display: 'tax_10_e30', rate: 10 }),
  tax(237, '課対仕入(控30) 8%(軽)', { display: 'tax_r8_e30', rate: 8 }),
]

function tax(
  code: number,
  name: string,
  { display, rate }: { display: string | null; rate: number },
): TaxCode {
  return { code, name: `tax_${code}`, name_ja: name, display_category: display, available: true, rate }
}
