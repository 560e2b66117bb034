import { fileURLToPath } from 'node:url';

/** The folder of the files for authors that are not modules: shell functions and the scripts that run hooks. */
export const sdkFolder = fileURLToPath(new URL('../../sdk', import.meta.url));
