const grpc = require("@grpc/grpc-js");
const { credentials } = require("@grpc/grpc-js");

function connect(Client, server, keys) {
  // ruleid: javascript/transport/rpc-without-tls
  new Client("service:50051", grpc.credentials.createInsecure());
  // ruleid: javascript/transport/rpc-without-tls
  server.bindAsync("0.0.0.0:50051", grpc.ServerCredentials.createInsecure(), () => {});
  // ruleid: javascript/transport/rpc-without-tls
  const open = credentials.createInsecure();

  // ok: javascript/transport/rpc-without-tls
  new Client("service:50051", grpc.credentials.createSsl());
  // ok: javascript/transport/rpc-without-tls
  server.bindAsync("0.0.0.0:50051", grpc.ServerCredentials.createSsl(null, keys), () => {});
  // ok: javascript/transport/rpc-without-tls
  const safe = credentials.createSsl();
  return [open, safe];
}
