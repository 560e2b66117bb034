import { type Problem, problem } from '@concord/contract';
import { explain } from '../explain/explain.js';
import { clipped } from './cut.js';
import type { End } from './ends.js';
import { nextStep } from './next-step.js';

/** The special case of a run's end: a more specific problem, or a success with metadata. */
export type SpecialEnd =
  | { readonly problem: Partial<Problem> & { readonly message?: string } }
  | { readonly success: Readonly<Record<string, string>> };

/** The facts that the rules use besides the output. */
export interface SpecialFacts extends End {
  /** Short names of templates near a given one, where the list is at hand. */
  readonly nearTemplates?: readonly string[];
}

type Rule = (end: SpecialFacts) => SpecialEnd | undefined;

const firstLine = ({ stderr, stdout }: End) =>
  clipped(
    `${stderr}\n${stdout}`
      .split('\n', 1_000)
      .map(line => line.trim())
      .find(line => line !== '') ?? '',
    500,
    '...',
  );

const printed = ({ stderr, stdout }: End) => `${stderr}\n${stdout}`;

/** `dotnet new` says by its exit code what is wrong. */
const creating: Rule = end => {
  if (!/^dotnet new\b/.test(end.command)) return undefined;
  if (end.exitCode === 73)
    return {
      problem: {
        hint: 'Files would be overwritten. Choose another output, or pass --force through additionalOptions to overwrite them.',
      },
    };
  if (end.exitCode === 103)
    return {
      problem: {
        message: firstLine(end),
        hint: 'Look for the short name of a template with dotnet_sdk and action SearchTemplates.',
        details: {
          rootCause: 'TemplateNotFound',
          nextTool: 'dotnet_sdk',
          nextArguments: JSON.stringify({ action: 'ListTemplates' }),
        },
        ...(end.nearTemplates?.length && { alternatives: end.nearTemplates }),
      },
    };
  return end.exitCode === 127
    ? {
        problem: {
          hint: 'The template does not have that option. See what it has with dotnet_project and action ListTemplateOptions.',
        },
      }
    : undefined;
};

/** The SDK's code for any package operation of `new` that failed, also one that was not needed. */
const installing: Rule = ({ tool, action, exitCode, stdout, stderr }) =>
  tool === 'dotnet_sdk' &&
  action === 'InstallTemplatePack' &&
  exitCode === 106 &&
  /already installed/i.test(`${stdout}\n${stderr}`)
    ? { success: { alreadyInstalled: 'true', originalExitCode: '106' } }
    : undefined;

const certificates: Readonly<Record<number, string>> = {
  6: 'There is no valid development certificate on this machine',
  7: 'The development certificate is not trusted on this machine',
};

const checking: Rule = ({ action, exitCode }) => {
  const message = action === 'CertificateCheck' ? certificates[exitCode] : undefined;
  return message === undefined
    ? undefined
    : { problem: { message, hint: 'Call dotnet_dev_certs with action CertificateTrust to create and trust one.' } };
};

const withoutManifest: Rule = end =>
  end.tool === 'dotnet_tool' && /Cannot find a manifest file/i.test(printed(end))
    ? {
        problem: {
          hint: 'There is no manifest of tools here. Create one with dotnet_tool and action CreateManifest, or set global.',
        },
      }
    : undefined;

const efBuild: Rule = end =>
  end.tool === 'dotnet_ef' && /^Build failed\./m.test(printed(end))
    ? {
        problem: {
          hint: 'Call dotnet_project with action Build to see the errors',
          suggestedFixes: ['Call dotnet_project with action Build to see the errors'],
        },
      }
    : undefined;

/** `add package` for an unknown package, which prints no error code. */
const noSuchPackage: Rule = end => {
  const line = printed(end)
    .split('\n', 10_000)
    .find(each => /There are no (?:stable )?versions available/.test(each))
    ?.trim()
    .replace(/^error:?\s{0,5}:?\s{0,5}/, '');
  if (line === undefined) return undefined;
  const code = line.includes('no stable versions') ? 'NU1103' : 'NU1101';
  const diagnostic = { severity: 'error', code, message: line, projects: [], frameworks: [], raw: line } as const;
  const step = nextStep(diagnostic, {});
  return {
    problem: {
      code,
      message: line,
      rawOutput: line,
      stderr: line,
      ...explain(diagnostic),
      details: {
        rootCause: 'Package',
        ...(step && { nextTool: step.tool, nextArguments: JSON.stringify(step.arguments) }),
      },
    },
  };
};

const oldTestTarget: Rule = end =>
  /Testing with VSTest target is no longer supported/.test(printed(end))
    ? {
        problem: {
          hint: 'Opt in to Microsoft.Testing.Platform in global.json',
          suggestedFixes: [
            'Opt in to Microsoft.Testing.Platform in global.json',
            'Call dotnet_sdk with action ConfigureGlobalJson and testRunner MicrosoftTestingPlatform',
          ],
          details: {
            nextTool: 'dotnet_sdk',
            nextArguments: JSON.stringify({ action: 'ConfigureGlobalJson', testRunner: 'MicrosoftTestingPlatform' }),
          },
        },
      }
    : undefined;

const rules: readonly Rule[] = [installing, creating, checking, withoutManifest, efBuild, noSuchPackage, oldTestTarget];

/** The result of the first rule that matches; undefined when none does. */
export function specialEnd(end: SpecialFacts): SpecialEnd | undefined {
  for (const rule of rules) {
    const known = rule(end);
    if (known) return known;
  }
  return undefined;
}

/** A problem with the members of a more specific one laid over it. */
export function laidOver(under: Problem, over: Partial<Problem>): Problem {
  const details = { ...under.details, ...over.details };
  const both = { ...under, ...over };
  return problem(both.kind, both.message, { ...both, ...(Object.keys(details).length > 0 && { details }) });
}
