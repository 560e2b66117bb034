const express = require('express');
const app = express();

app.get('/a', (req, res) => {
  // ruleid: javascript/code-injection/eval-of-request
  res.send(eval(req.query.expression));
});

app.get('/b', (req, res) => {
  const code = 'return ' + req.body.code;
  // ruleid: javascript/code-injection/eval-of-request
  const run = new Function(code);
  res.send(run());
});

app.get('/c', (request, response) => {
  const { formula } = request.params;
  // ruleid: javascript/code-injection/eval-of-request
  response.send(eval(`(${formula})`));
});

app.get('/d', (req, res) => {
  // ok: javascript/code-injection/eval-of-request
  res.send(JSON.parse(req.query.expression));
});

app.get('/e', (req, res) => {
  const size = Number(req.query.size);
  // ok: javascript/code-injection/eval-of-request
  res.send(eval('2 ** ' + size));
});

app.get('/f', (req, res) => {
  const code = '1 + 1';
  // ok: javascript/code-injection/eval-of-request
  res.send(eval(code));
});
