import type { JSX } from "preact";

import { Link } from "../route";
import type { Block, Span } from "./types";

/** A transcript longer than this is folded away. */
const LONGEST_OPEN = 12;

export function Blocks({ blocks }: { blocks: Block[] }): JSX.Element {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockOf key={index} block={block} />
      ))}
    </>
  );
}

function BlockOf({ block }: { block: Block }): JSX.Element {
  switch (block.kind) {
    case "heading":
      return (
        <h3 id={block.id}>
          <Spans spans={block.spans} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case "list":
      return (
        <ul>
          {block.items.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return <TableOf block={block} />;
    case "code":
      return <Transcript text={block.text} />;
  }
}

function TableOf({ block }: { block: Extract<Block, { kind: "table" }> }): JSX.Element {
  return (
    <table class="rules-table">
      <thead>
        <tr>
          {block.head.map((spans, index) => (
            <th key={index} scope="col">
              <Spans spans={spans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, index) => (
          <tr key={index}>
            {row.map((spans, column) => (
              <td key={column}>
                {column > 0 && <HeadWord spans={block.head[column] ?? []} />}
                <Spans spans={spans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a narrow page the cells of a row stand below one another, each with the words of its column. */
function HeadWord({ spans }: { spans: Span[] }): JSX.Element {
  return (
    <span class="table-word" aria-hidden="true">
      <Spans spans={spans} />:{" "}
    </span>
  );
}

function Transcript({ text }: { text: string }): JSX.Element {
  const transcript = (
    <pre tabIndex={0} role="group" aria-label={text.split("\n", 1)[0]}>
      <code>{text}</code>
    </pre>
  );
  if (text.split("\n").length <= LONGEST_OPEN) return transcript;
  return (
    <details>
      <summary>In the terminal</summary>
      {transcript}
    </details>
  );
}

export function Spans({ spans }: { spans: Span[] }): JSX.Element {
  return (
    <>
      {spans.map((span, index) => (
        <SpanOf key={index} span={span} />
      ))}
    </>
  );
}

function SpanOf({ span }: { span: Span }): JSX.Element {
  if (typeof span === "string") return <>{span}</>;
  if ("code" in span) return <code>{span.code}</code>;
  if ("strong" in span) return <strong><Spans spans={span.strong} /></strong>;
  if ("emphasis" in span) return <em><Spans spans={span.emphasis} /></em>;
  if (span.link.startsWith("/")) return <Link to={span.link}><Spans spans={span.spans} /></Link>;
  return <a href={span.link} rel="noreferrer"><Spans spans={span.spans} /></a>;
}
