import type { Dialect, Sink, Step } from '../dialect.js';

const steps: readonly Step[] = [
  {
    name: 'condition',
    passes: (from, to, n) => ({
      lines: [
        `let ${to};`,
        `const num${n} = 86;`,
        `if (7 * 42 - num${n} > 200) ${to} = ${from};`,
        `else ${to} = 'fixed';`,
      ],
    }),
    stops: (from, to, n) => ({
      lines: [
        `let ${to};`,
        `const num${n} = 106;`,
        `if (7 * 18 + num${n} > 200) ${to} = 'fixed';`,
        `else ${to} = ${from};`,
      ],
    }),
  },
  {
    name: 'ternary',
    passes: (from, to, n) => ({ lines: [`const num${n} = 5;`, `const ${to} = num${n} > 9 ? 'fixed' : ${from};`] }),
    stops: (from, to, n) => ({ lines: [`const num${n} = 12;`, `const ${to} = num${n} > 9 ? 'fixed' : ${from};`] }),
  },
  {
    name: 'list',
    passes: (from, to, n) => ({
      lines: [
        `const l${n} = [];`,
        `l${n}.push('safe');`,
        `l${n}.push(${from});`,
        `l${n}.push('more');`,
        `l${n}.shift();`,
        `const ${to} = l${n}[0];`,
      ],
    }),
    stops: (from, to, n) => ({
      lines: [
        `const l${n} = [];`,
        `l${n}.push('safe');`,
        `l${n}.push(${from});`,
        `l${n}.push('more');`,
        `l${n}.shift();`,
        `const ${to} = l${n}[1];`,
      ],
    }),
  },
  {
    name: 'object',
    passes: (from, to, n) => ({
      lines: [`const m${n} = { a: 'safe', b: ${from} };`, `m${n}.c = 'other';`, `const ${to} = m${n}.b;`],
    }),
    stops: (from, to, n) => ({
      lines: [`const m${n} = { a: 'safe', b: ${from} };`, `m${n}.c = 'other';`, `const ${to} = m${n}['a'];`],
    }),
  },
  {
    name: 'map',
    passes: (from, to, n) => ({
      lines: [
        `const m${n} = new Map();`,
        `m${n}.set('a', 'safe');`,
        `m${n}.set('b', ${from});`,
        `const ${to} = m${n}.get('b');`,
      ],
    }),
    stops: (from, to, n) => ({
      lines: [
        `const m${n} = new Map();`,
        `m${n}.set('a', 'safe');`,
        `m${n}.set('b', ${from});`,
        `const ${to} = m${n}.get('a');`,
      ],
    }),
  },
  {
    name: 'switch',
    passes: (from, to, n) => ({
      lines: [
        `let ${to};`,
        `switch ('ABC'.charAt(1)) {`,
        `  case 'A': ${to} = 'a'; break;`,
        `  case 'B': ${to} = ${from}; break;`,
        `  default: ${to} = 'd${n}';`,
        '}',
      ],
    }),
    stops: (from, to, n) => ({
      lines: [
        `let ${to};`,
        `switch ('ABC'.charAt(0)) {`,
        `  case 'A': ${to} = 'a'; break;`,
        `  case 'B': ${to} = ${from}; break;`,
        `  default: ${to} = 'd${n}';`,
        '}',
      ],
    }),
  },
  {
    name: 'helper',
    passes: (from, to, n) => ({
      lines: [`const ${to} = keep${n}(${from});`],
      functions: [`function keep${n}(value) {\n  const kept = value + '';\n  return kept;\n}`],
    }),
    stops: (from, to, n) => ({
      lines: [`const ${to} = keep${n}(${from});`],
      functions: [`function keep${n}(value) {\n  let kept = value;\n  kept = 'constant';\n  return kept;\n}`],
    }),
  },
  {
    name: 'class',
    passes: (from, to, n) => ({
      lines: [`const o${n} = new Thing${n}();`, `o${n}.put(${from});`, `const ${to} = o${n}.held;`],
      functions: [`class Thing${n} {\n  held = '';\n  other = '';\n  put(value) {\n    this.held = value;\n  }\n}`],
    }),
    stops: (from, to, n) => ({
      lines: [`const o${n} = new Thing${n}();`, `o${n}.put(${from});`, `const ${to} = o${n}.other;`],
      functions: [`class Thing${n} {\n  held = '';\n  other = '';\n  put(value) {\n    this.held = value;\n  }\n}`],
    }),
  },
  {
    name: 'encoding',
    passes: (from, to) => ({
      lines: [`const ${to} = Buffer.from(Buffer.from(${from}).toString('base64'), 'base64').toString();`],
    }),
    stops: (from, to, n) => ({
      lines: [`const length${n} = ${from}.length;`, `const ${to} = 'x'.repeat(length${n});`],
    }),
  },
  {
    name: 'loop',
    passes: (from, to, n) => ({
      lines: [`let ${to} = '';`, `for (const c${n} of ${from}.split(',')) ${to} += c${n};`],
    }),
    stops: (from, to, n) => ({
      lines: [`let ${to} = '';`, `for (const c${n} of ['a', 'b']) ${to} += c${n};`, `console.log(${from}.length);`],
    }),
  },
  {
    name: 'check',
    passes: (from, to) => ({
      lines: [`if (['a', 'b'].includes(${from})) console.log('known');`, `const ${to} = ${from};`],
    }),
    stops: (from, to) => ({ lines: [`if (!['a', 'b'].includes(${from})) return;`, `const ${to} = ${from};`] }),
  },
  {
    name: 'number',
    passes: (from, to) => ({ lines: [`const ${to} = ${from}.trim();`] }),
    stops: (from, to) => ({ lines: [`const ${to} = String(parseInt(${from}, 10));`] }),
  },
];

const sinks: readonly Sink[] = [
  {
    name: 'command',
    cwe: 78,
    bad: v => [`child_process.exec('ls ' + ${v}, done);`],
    good: v => [`child_process.execFile('ls', ['--', ${v}], done);`],
    cleansOther: v => `escapeHtml(${v})`,
  },
  {
    name: 'sql',
    cwe: 89,
    bad: v => [`db.query(\`SELECT * FROM users WHERE name = '\${${v}}'\`, done);`],
    good: v => [`db.query('SELECT * FROM users WHERE name = ?', [${v}], done);`],
    cleansOther: v => `escapeHtml(${v})`,
  },
  {
    name: 'path',
    cwe: 22,
    bad: v => [`fs.readFile('/srv/files/' + ${v}, done);`],
    good: v => [`fs.readFile('/srv/files/' + path.basename(${v}), done);`],
    cleans: v => `path.basename(${v})`,
    cleansOther: v => `escapeHtml(${v})`,
  },
  {
    name: 'code',
    cwe: 95,
    bad: v => [`console.log(eval(${v}));`],
    good: v => [`console.log(JSON.parse(${v}));`],
  },
  {
    name: 'ssrf',
    cwe: 918,
    bad: v => [`axios.get(${v}).then(done);`],
    good: v => [`axios.get('https://api.example.org/', { params: { q: ${v} } }).then(done);`],
  },
  {
    name: 'deserialization',
    cwe: 502,
    bad: v => [`console.log(serialize.unserialize(${v}));`],
    good: v => [`console.log(JSON.parse(${v}));`],
  },
  {
    name: 'expression',
    cwe: 1333,
    bad: v => [`console.log(new RegExp(${v}).test('text'));`],
    good: v => [`console.log(/^[a-z]{1,9}$/.test(${v}));`],
  },
  {
    name: 'hash',
    cwe: 328,
    isFlow: false,
    bad: v => [`console.log(crypto.createHash('md5').update(${v}).digest('hex'));`],
    good: v => [`console.log(crypto.createHash('sha256').update(${v}).digest('hex'));`],
  },
  {
    name: 'random',
    cwe: 330,
    isFlow: false,
    bad: () => ['const token = Math.random().toString(36).slice(2);', 'tokens.push(token);'],
    good: () => ["const token = crypto.randomBytes(16).toString('hex');", 'tokens.push(token);'],
  },
];

/** Express. */
export const javascript: Dialect = {
  language: 'javascript',
  framework: 'Express',
  extension: 'js',
  sources: [
    'req.query.name',
    'req.body.name',
    'req.params.name',
    "req.get('X-Name')",
    "req.headers['x-name']",
    'req.cookies.name',
    'decodeURIComponent(req.query.name)',
  ],
  declare: (name, value) => `const ${name} = ${value};`,
  steps,
  sinks: [
    ...sinks,
    {
      name: 'xss',
      cwe: 79,
      bad: v => [`res.send('<p>' + ${v} + '</p>');`],
      good: v => [`res.send('<p>' + escapeHtml(${v}) + '</p>');`],
      cleans: v => `escapeHtml(${v})`,
      cleansOther: v => `path.basename(${v})`,
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`res.redirect(${v});`],
      good: v => [`res.redirect('/home?name=' + encodeURIComponent(${v}));`],
    },
    {
      name: 'template',
      cwe: 1336,
      bad: v => [`res.end(handlebars.compile('Hello ' + ${v})({}));`],
      good: v => [`res.end(handlebars.compile('Hello {{name}}')({ name: ${v} }));`],
    },
    {
      name: 'nosql',
      cwe: 943,
      bad: v => [`users.find({ $where: 'this.name == "' + ${v} + '"' }).toArray(done);`],
      good: v => [`users.find({ name: { $eq: String(${v}) } }).toArray(done);`],
    },
    {
      name: 'cookie',
      cwe: 614,
      isFlow: false,
      bad: () => ["res.cookie('s', '1', { secure: false, httpOnly: true });"],
      good: () => ["res.cookie('s', '1', { secure: true, httpOnly: true, sameSite: 'lax' });"],
    },
  ],
  file: (lines, functions, n) => `const child_process = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const axios = require('axios');
const escapeHtml = require('escape-html');
const express = require('express');
const handlebars = require('handlebars');
const mysql = require('mysql');
const serialize = require('node-serialize');
const { MongoClient } = require('mongodb');

const app = express();
const db = mysql.createConnection({ host: 'localhost' });
const users = new MongoClient('mongodb://localhost').db('x').collection('users');
const tokens = [];
const done = () => {};

${functions.join('\n\n')}

app.post('/handler${n}', (req, res) => {
${lines.map(line => `  ${line}`).join('\n')}
});
`,
};

const nestSources = ['name', 'body.name', "query['name']", 'id', 'agent', 'decodeURIComponent(name)'];

/** Nest. */
export const typescript: Dialect = {
  language: 'typescript',
  framework: 'Nest',
  extension: 'ts',
  sources: nestSources,
  declare: (name, value) => `const ${name}: string = ${value};`,
  steps: steps.map(step => ({
    ...step,
    passes: (from, to, n) => typed(step.passes(from, to, n)),
    stops: (from, to, n) => typed(step.stops(from, to, n)),
  })),
  sinks: [
    ...sinks.filter(({ name }) => name !== 'sql'),
    {
      name: 'sql',
      cwe: 89,
      bad: v => [`await this.users.query(\`SELECT * FROM users WHERE name = '\${${v}}'\`);`],
      good: v => [`await this.users.query('SELECT * FROM users WHERE name = $1', [${v}]);`],
      cleansOther: v => `escapeHtml(${v})`,
    },
    {
      name: 'xss',
      cwe: 79,
      bad: v => [`res.send('<p>' + ${v} + '</p>');`],
      good: v => [`res.send('<p>' + escapeHtml(${v}) + '</p>');`],
      cleans: v => `escapeHtml(${v})`,
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`res.redirect(${v});`],
      good: v => [`res.redirect('/home?name=' + encodeURIComponent(${v}));`],
    },
  ],
  file: (lines, functions, n) => `import * as child_process from 'child_process';
import * as crypto from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { Body, Controller, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import axios from 'axios';
import escapeHtml from 'escape-html';
import { Response } from 'express';
import serialize from 'node-serialize';
import { Repository } from 'typeorm';
import { User } from './user';

const tokens: string[] = [];
const done = () => {};

${functions.join('\n\n')}

@Controller('handler${n}')
export class Handler${n}Controller {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  @Post(':id')
  async handle(
    @Query('name') name: string,
    @Query() query: Record<string, string>,
    @Body() body: { name: string },
    @Param('id') id: string,
    @Headers('user-agent') agent: string,
    @Res() res: Response,
  ) {
${lines.map(line => `    ${line}`).join('\n')}
  }
}
`,
};

function typed({ lines, functions = [] }: ReturnType<Step['passes']>): ReturnType<Step['passes']> {
  return {
    lines: lines.map(line =>
      line
        .replace(/^let (\w+);/, 'let $1: string;')
        .replace(/= \[\];/, '= [] as string[];')
        .replace('new Map()', 'new Map<string, string>()')
        .replace(/const (m\d+) = \{/, 'const $1: any = {')
        .replace(/\.get\('(\w)'\);/, ".get('$1')!;"),
    ),
    functions: functions.map(each => each.replace(/\(value\)/g, '(value: string)')),
  };
}
