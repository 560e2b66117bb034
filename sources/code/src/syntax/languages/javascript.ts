import type { Language } from '../language.js';
import { patterns } from './ecmascript.js';
import { lower } from './typescript.js';

/** JavaScript with JSX, read by the grammar of TypeScript: it knows all of it, and the types that rules write. */
export const javascript: Language = {
  id: 'javascript',
  aliases: ['js', 'jsx'],
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  grammar: () => 'tsx',
  lower,
  blockScope: true,
  functionVar: true,
  moduleName: module => module.replace(/^node:/, ''),
  importCall: 'require',
  openObjects: true,
  typesAnnotate: true,
  patterns,
};
