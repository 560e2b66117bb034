import { expect, it } from 'vitest';
import { leadingComment } from './leading-comment.js';

const comments: [string, string, string | undefined][] = [
  [
    'a shell script',
    '#!/bin/sh\n# Counts words\n# of a text.\n#\n# Usage: count FILE\necho',
    'Counts words of a text.',
  ],
  [
    'a module of Python',
    '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n"""Counts words.\n\nMore.\n"""\n',
    'Counts words.',
  ],
  ['a docstring in other quotes', "r'''\nCounts words\n'''\n", 'Counts words'],
  [
    'a module of JavaScript',
    "'use strict';\n/**\n * Counts words.\n * @returns {number}\n */\n",
    'Counts words. @returns {number}',
  ],
  ['lines of TypeScript', '// @ts-check\n// Counts words.\nexport', 'Counts words.'],
  ['a licence first', '# Copyright 2026 Ada\n# SPDX-License-Identifier: MIT\n\n# Counts words.\n', 'Counts words.'],
  ['a licence in a block', '/* Licensed to nobody\n * at all */\n// Counts words.', 'Counts words.'],
  [
    'a header and a directive',
    '#!/bin/sh\n# mcp: {"title": "Count"}\n# shellcheck disable=SC2034\n# Counts words.',
    'Counts words.',
  ],
  ['a frame', '########\n# Counts words. #\n########\n', 'Counts words. #'],
  ['nothing but a licence', '# Copyright Ada\necho', undefined],
  ['a comment after code', 'echo\n# Counts words.', undefined],
  ['a block that never ends', '/* Counts words.\necho', undefined],
  ['nothing', '', undefined],
];

it.each(comments)('reads what a script says of itself: %s', (_, head, description) => {
  expect(leadingComment(head)).toBe(description);
});
