import { version } from '@concord/contract/version';
import { type Diagnostic, isValid, type Validation, validateProject } from '@concord/source-folder';
import { printJson } from '../../print/json.js';
import { type Paint, paintFor } from '../../print/paint.js';
import { counted, visible } from '../../print/text.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { projectFor, relativeFolder } from '../project/project.js';

/** `mcp validate [DIR]`. */
export const validate = folderCommand({
  summary: 'say what is wrong with a project, where, and how to mend it',
  usage: 'mcp validate [DIR] [--strict] [--fix] [--explain-defaults]',
  flags: ['strict', 'fix', 'explain-defaults'],
  examples: ['mcp validate', 'mcp validate --strict --json', 'mcp validate weather --fix'],
  more: 'It looks as the server does, compiles every schema and loads every module. Exit codes: 0 valid · 1 errors, or warnings with --strict · 2 wrong usage.',
  run: async (context, line) => {
    const { flags } = context;
    const { folder } = splitFolder(context, line, 0);
    const validation = await validateProject(projectFor(context, folder), {
      env: context.env,
      version,
      fix: flags.fix === true,
      strict: flags.strict === true,
      explainDefaults: flags['explain-defaults'] === true,
    });
    if (flags.json) await printJson(context, validation);
    else
      await context.stdout(
        textOf(
          validation,
          visible(relativeFolder(context.cwd, validation.projectRoot), context.terminal.stdout),
          paintFor(context, 'stdout'),
        ),
      );
    return isValid(validation) ? 0 : 1;
  },
});

const colours = { error: 'red', warning: 'yellow', info: 'dim' } as const;

function textOf({ messages, errors, warnings, fixesApplied }: Validation, place: string, paint: Paint): string {
  const fixed = fixesApplied === 0 ? '' : `, ${counted(fixesApplied, 'fix', 'fixes')} applied`;
  const summary = `${place}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}${fixed}`;
  return [...messages.flatMap(each => linesOf(each, paint)), summary, ''].join('\n');
}

/** `error: tools/x/tool.meta.json:3: …`, and below it what to do. */
function linesOf({ level, section, message, file, line, hint }: Diagnostic, paint: Paint): readonly string[] {
  const place = file === undefined ? section : `${file}${line === undefined ? '' : `:${line}`}`;
  const said = `${paint[colours[level]](`${level}:`)} ${paint.bold(place)}: ${message}`;
  return hint === undefined ? [said] : [said, `  hint: ${hint}`];
}
