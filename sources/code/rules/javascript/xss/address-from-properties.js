import React from "react";

export function Link({ address }) {
  // ruleid: javascript/xss/address-from-properties
  return <a href={address}>there</a>;
}

export function Frame(props) {
  const target = props.target;
  // ruleid: javascript/xss/address-from-properties
  return <iframe src={target} />;
}

export function Made(props) {
  // ruleid: javascript/xss/address-from-properties
  return React.createElement("a", { href: props.address }, "there");
}

export function Fixed() {
  const address = "https://example.org/";
  // ok: javascript/xss/address-from-properties
  return <a href={address}>there</a>;
}

export function Inner({ name }) {
  // ok: javascript/xss/address-from-properties
  return <a href={"/users/" + name}>there</a>;
}

export function Encoded({ name }) {
  const address = `/find?name=${encodeURIComponent(name)}`;
  // ok: javascript/xss/address-from-properties
  return <a href={address}>there</a>;
}
