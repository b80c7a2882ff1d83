import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";

import type { Drawing, Verdict } from "../types";
import { SIGNS, VERDICT_WORDS } from "../words";
import { captionOf, drawingLabel, edgesToDraw, groupText, legend, numberFacts, withoutReason } from "./facts";
import { RADIUS, layout } from "./layout";
import type { Frame, Vertex } from "./layout";

interface GraphProps {
  drawing: Drawing;
  /** By String(move). Without them only the graph is drawn and nothing that would give the answer away. */
  verdicts?: ReadonlyMap<string, Verdict> | undefined;
  /** Numbers that are in the drawing though they were taken: what may follow depends on them. */
  taken?: readonly number[] | undefined;
  /** The numbers that the step at hand of a reason speaks of; the others stand back. */
  stepped?: readonly number[] | undefined;
}

/** The graph of a position with its reason drawn into it: partners, groups, the named move. */
export function Graph({ drawing: whole, verdicts, taken = [], stepped = [] }: GraphProps): JSX.Element {
  const drawing = useMemo(() => (verdicts ? whole : withoutReason(whole)), [whole, verdicts]);
  const plan = useMemo(() => layout(drawing), [drawing]);
  const places = useMemo(() => new Map(plan.vertices.map((vertex) => [vertex.number, vertex])), [plan]);
  const edges = useMemo(() => edgesToDraw(drawing), [drawing]);
  const isStepped = (number: number): boolean => stepped.includes(number);
  const caption = useId();
  return (
    <figure class="graph" aria-labelledby={caption}>
      <svg
        viewBox={`-2 -2 ${plan.width + 4} ${plan.height + 4}`}
        role="img"
        aria-label={drawingLabel(drawing)}
        class={stepped.length > 0 ? "graph-picture is-stepped" : "graph-picture"}
      >
        {plan.frames.map((frame) => (
          <FrameMark key={frame.numbers[0]} frame={frame} isStepped={frame.numbers.some(isStepped)} />
        ))}
        <g class={edges.length > 120 ? "graph-edges is-dense" : "graph-edges"}>
          <Lines ends={edges} places={places} isStepped={() => false} />
        </g>
        <g class="graph-pairs">
          <Lines ends={drawing.pairs} places={places} isStepped={(one, other) => isStepped(one) && isStepped(other)} />
        </g>
        {plan.vertices.map((vertex) => (
          <VertexMark
            key={vertex.number}
            vertex={vertex}
            verdict={verdicts?.get(String(vertex.number))}
            isTaken={taken.includes(vertex.number)}
            isNamed={drawing.move === String(vertex.number)}
            isStepped={isStepped(vertex.number)}
          />
        ))}
      </svg>
      <figcaption id={caption}>{captionOf(drawing, taken)}</figcaption>
      <Legend drawing={drawing} />
      <details class="graph-facts">
        <summary>The picture in words</summary>
        <FactLists drawing={drawing} verdicts={verdicts} />
      </details>
    </figure>
  );
}

function Legend({ drawing }: { drawing: Drawing }): JSX.Element | null {
  const lines = legend(drawing);
  if (lines.length === 0) return null;
  return (
    <ul class="graph-legend">
      {lines.map(({ letter, text }) => (
        <li key={letter}>
          <strong>{letter}</strong>: {text}
        </li>
      ))}
    </ul>
  );
}

interface LinesProps {
  ends: readonly (readonly [number, number])[];
  places: ReadonlyMap<number, Vertex>;
  isStepped: (one: number, other: number) => boolean;
}

function Lines({ ends, places, isStepped }: LinesProps): JSX.Element {
  return (
    <>
      {ends.map(([one, other]) => {
        const from = places.get(one);
        const to = places.get(other);
        if (!from || !to) return null;
        const className = isStepped(one, other) ? "is-stepped" : undefined;
        return <line key={`${one}-${other}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} class={className} />;
      })}
    </>
  );
}

function FrameMark({ frame, isStepped }: { frame: Frame; isStepped: boolean }): JSX.Element {
  const { x, y, width, height, label } = frame;
  return (
    <g class={isStepped ? "graph-frame is-stepped" : "graph-frame"}>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text x={x + width / 2} y={y + height - 7}>
        {label}
      </text>
    </g>
  );
}

interface VertexMarkProps {
  vertex: Vertex;
  verdict: Verdict | undefined;
  isTaken: boolean;
  isNamed: boolean;
  isStepped: boolean;
}

function VertexMark({ vertex, verdict, isTaken, isNamed, isStepped }: VertexMarkProps): JSX.Element {
  const { number, x, y } = vertex;
  const names = ["graph-vertex", isTaken && "is-taken", isNamed && "is-named", isStepped && "is-stepped"];
  return (
    <g class={names.filter(Boolean).join(" ")}>
      <title>{verdict ? `${number} ${VERDICT_WORDS[verdict]}` : String(number)}</title>
      {isNamed && <circle class="graph-ring" cx={x} cy={y} r={RADIUS + 3} />}
      <circle class="graph-dot" cx={x} cy={y} r={RADIUS - 1} />
      <text class="graph-number" x={x} y={y}>
        {number}
      </text>
      {verdict && (
        <g class="graph-verdict">
          <circle cx={x + 11} cy={y - 11} r={6.5} />
          <text x={x + 11} y={y - 11}>
            {SIGNS[verdict]}
          </text>
        </g>
      )}
    </g>
  );
}

function FactLists({ drawing, verdicts }: Pick<GraphProps, "drawing" | "verdicts">): JSX.Element {
  return (
    <>
      <p>{drawingLabel(drawing)}</p>
      {drawing.groups.length > 0 && (
        <ul>
          {drawing.groups.map((group) => (
            <li key={group.numbers[0]}>{groupText(group)}</li>
          ))}
        </ul>
      )}
      <ul>
        {numberFacts(drawing, verdicts).map(({ number, text }) => (
          <li key={number}>
            <strong>{number}</strong>: {text}
          </li>
        ))}
      </ul>
    </>
  );
}
