// What somebody pastes: a notation, an address that holds one, or a record.

export type Pasted = { kind: "record"; text: string } | { kind: "notation"; notation: string } | { kind: "nothing" };

export function pastedAs(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "nothing" };
  if (trimmed.startsWith("{")) return { kind: "record", text: trimmed };
  const [, address] = /\/(?:analysis|review)\/(\S+)$/.exec(trimmed) ?? [];
  return { kind: "notation", notation: address ? decoded(address) : trimmed.replace(/\s+/g, "") };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
