import { naiveScan } from './naive.js';

const [cache = '', query = '', budget = ''] = process.argv.slice(2);
console.log(JSON.stringify(naiveScan(cache, query, Number(budget))));
