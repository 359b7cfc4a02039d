/** The types of the package `qrcode`, which has none of its own; only those that printing an invitation needs. */
declare module 'qrcode' {
  const qrcode: { toString(text: string, options: { type: 'utf8' }): Promise<string> }
  export default qrcode
}
