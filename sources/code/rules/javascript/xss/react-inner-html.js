import DOMPurify from "dompurify";
import React from "react";

function Note(props) {
  // ruleid: javascript/xss/react-inner-html
  return <div dangerouslySetInnerHTML={{ __html: props.text }} />;
}

function Page({ text }) {
  const html = "<p>" + text + "</p>";
  // ruleid: javascript/xss/react-inner-html
  return React.createElement("div", { dangerouslySetInnerHTML: { __html: html } });
}

class Box extends React.Component {
  render() {
    // ruleid: javascript/xss/react-inner-html
    return <p className="box" dangerouslySetInnerHTML={{ __html: this.props.text }} />;
  }
}

function Plain(props) {
  // ok: javascript/xss/react-inner-html
  return <div>{props.text}</div>;
}

function Fixed() {
  const html = "<hr>";
  // ok: javascript/xss/react-inner-html
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function Clean(props) {
  const html = DOMPurify.sanitize(props.text);
  // ok: javascript/xss/react-inner-html
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
