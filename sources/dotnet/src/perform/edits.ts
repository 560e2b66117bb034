import { resolve } from 'node:path';
import { failure, invalidParameter, type JsonObject, success } from '@concord/contract';
import { type Change, editFile } from '../project/edit/edit.js';
import { addItem, removeItem } from '../project/edit/edit-item.js';
import { removeProperty, setProperty } from '../project/edit/edit-property.js';
import { writeGlobalJson } from '../project/edit/global-json-file.js';
import type { Arguments } from '../table/table.js';
import { announce } from './report.js';
import type { Perform } from './work.js';

/** A performer that edits a project file; `answer` makes its result. */
const editing =
  (change: (args: Arguments) => Change, answer: (args: Arguments, changed: boolean) => JsonObject): Perform =>
  async work => {
    announce(work);
    const { args, directory, context } = work;
    const given = String(args.project);
    const path = context.closures.of(resolve(directory, given))[0]!;
    const edited = await editFile(path, change(args), given);
    if ('reason' in edited) return failure(invalidParameter('project', edited.reason, edited.message));
    return success({ data: { projectPath: path, ...answer(args, edited.changed) } });
  };

const text = (value: unknown) => String(value ?? '');

export const setProjectProperty = editing(
  args => file => setProperty(file, text(args.propertyName), text(args.propertyValue)),
  ({ propertyName, propertyValue }) => ({ propertyName: text(propertyName), propertyValue: text(propertyValue) }),
);

export const removeProjectProperty = editing(
  args => file => removeProperty(file, text(args.propertyName)),
  ({ propertyName }, removed) => ({ propertyName: text(propertyName), removed }),
);

export const addProjectItem = editing(
  args => file => addItem(file, text(args.itemType), text(args.include)),
  ({ itemType, include }, added) => ({ itemType: text(itemType), include: text(include), added }),
);

export const removeProjectItem = editing(
  args => file => removeItem(file, text(args.itemType), text(args.include)),
  ({ itemType, include }, removed) => ({ itemType: text(itemType), include: text(include), removed }),
);

export const configureGlobalJson: Perform = async work => {
  announce(work);
  const { args, directory } = work;
  const given = text(args.globalJsonPath ?? 'global.json');
  const written = await writeGlobalJson(resolve(directory, given), args, given);
  return 'reason' in written
    ? failure(invalidParameter('globalJsonPath', written.reason, written.message))
    : success({ data: { ...written } });
};
