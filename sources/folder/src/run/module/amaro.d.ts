declare module 'amaro' {
  export function transformSync(code: string, options: { readonly mode: 'strip-only' }): { readonly code: string };
}
