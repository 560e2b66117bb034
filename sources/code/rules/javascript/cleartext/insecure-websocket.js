function connect(name) {
  // ruleid: javascript/cleartext/insecure-websocket
  new WebSocket("ws://example.org/live");
  // ruleid: javascript/cleartext/insecure-websocket
  const address = "ws://example.org/news";
  // ruleid: javascript/cleartext/insecure-websocket
  const room = `ws://example.org/${name}`;

  // ok: javascript/cleartext/insecure-websocket
  new WebSocket("wss://example.org/live");
  // ok: javascript/cleartext/insecure-websocket
  new WebSocket("ws://localhost:8080/live");
  // ok: javascript/cleartext/insecure-websocket
  const good = "wss://example.org/news";
  return [address, room, good];
}
