// What modules import as `@concord/folder/tool`, for programs: const { args } = await import(`${process.env.MCP_SDK}/tool.mjs`).
import { existsSync } from 'node:fs';

const places = ['../helpers/tool.js', '../dist/helpers/tool.js'].map(place => new URL(place, import.meta.url));
const tool = await import(places.find(place => existsSync(place)) ?? places[0]);

export const {
  DownloadFailure,
  ToolError,
  args,
  defineTool,
  download,
  elicit,
  elicitChoice,
  elicitConfirm,
  elicitMultiChoice,
  elicitString,
  elicitUrl,
  error,
  fail,
  isCancelled,
  json,
  log,
  meta,
  progress,
  requirePath,
  result,
  roots,
  serve,
  testTool,
  text,
  truncate,
  withRetry,
} = tool;
