export * from './config/index.js';
export { connect } from './connect/connect.js';
export * from './connect/connection.js';
