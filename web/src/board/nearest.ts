// Where the arrow keys lead among buttons that stand in rows of their own lengths.

interface Box {
  left: number;
  top: number;
  width: number;
}

const middle = (box: Box): number => box.left + box.width / 2;

/** The index of the box that `key` leads to from the box at `index`, or null if it leads nowhere. */
export function nearest(boxes: readonly Box[], index: number, key: string): number | null {
  const from = boxes[index];
  if (!from) return null;
  const within = (target: number): number | null => (target in boxes ? target : null);
  if (key === "ArrowLeft") return within(index - 1);
  if (key === "ArrowRight") return within(index + 1);
  if (key === "Home") return within(0);
  if (key === "End") return within(boxes.length - 1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const direction = key === "ArrowDown" ? 1 : -1;
  const beyond = boxes.map((box, place) => ({ box, place })).filter(({ box }) => (box.top - from.top) * direction > 1);
  if (beyond.length === 0) return null;
  const row = Math.min(...beyond.map(({ box }) => Math.abs(box.top - from.top)));
  const inRow = beyond.filter(({ box }) => Math.abs(box.top - from.top) < row + 1);
  const distance = ({ box }: { box: Box }): number => Math.abs(middle(box) - middle(from));
  return inRow.reduce((best, next) => (distance(next) < distance(best) ? next : best)).place;
}
