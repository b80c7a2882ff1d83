import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { loadCatalogue } from "../catalogue";
import { Heading, Link } from "../route";
import { JoinForm, WaitingScreen } from "./Invitation";
import { forget } from "./kept";
import { PlayView } from "./PlayView";
import { takeSeat, tokenIn } from "./seatLink";
import { Table } from "./Table";

/** The page of a game; whoever comes by the link of a seat has that seat from then on. */
export function GamePage({ id }: { id: string }): JSX.Element {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    if (token === null) return;
    // The link is used up; a copied address is then the one for spectators.
    history.replaceState(null, "", location.pathname);
    // What is wrong with the game, the page of the game says.
    void takeSeat(id, token).catch(() => undefined).then(() => setToken(null));
  }, [id, token]);
  return token === null ? <TablePage id={id} /> : <p class="quiet">Fetching the game…</p>;
}

/** A table: the invitation to it, the waiting for a friend, or the play. */
function TablePage({ id }: { id: string }): JSX.Element {
  const table = useMemo(() => new Table(id), [id]);
  const [invitation, setInvitation] = useState(() => location.hash.slice(1));
  const [isFilling, setFilling] = useState(false);
  useEffect(() => {
    void loadCatalogue();
    void table.open();
    return () => table.close();
  }, [table]);

  const isSeated = table.mine.value.length > 0;
  useEffect(() => {
    if (!isSeated || !invitation) return;
    // The invitation is used up; a copied address is then the one for spectators.
    history.replaceState(null, "", location.pathname);
    setInvitation("");
  }, [isSeated, invitation]);

  const game = table.game.value;
  if (table.connection.line.value === "gone") return <GoneGame table={table} />;
  if (!game) return <ComingGame table={table} />;
  if (game.is_waiting && isSeated) return <WaitingScreen game={game} />;
  const isComing = table.claim.value !== null;
  // The seat may go to somebody else while a name is typed, which then must not end up in another page.
  if (invitation && !isSeated && (game.is_waiting || isComing || isFilling)) {
    return <JoinForm table={table} game={game} invitation={invitation} onFilling={setFilling} />;
  }
  return <PlayView table={table} game={game} isTooLate={invitation !== "" && !isSeated} />;
}

function ComingGame({ table }: { table: Table }): JSX.Element {
  const problem = table.problem.value;
  return (
    <div class="narrow">
      <Heading title="Game" />
      {problem ? (
        <>
          <p class="problem">{problem}</p>
          <button type="button" class="primary" onClick={() => void table.open()}>
            Try again
          </button>
        </>
      ) : (
        <p class="quiet">Fetching the game…</p>
      )}
    </div>
  );
}

function GoneGame({ table }: { table: Table }): JSX.Element {
  useEffect(() => forget(table.id), [table]);
  return (
    <div class="narrow">
      <Heading title="No such game" />
      <p>
        There is no game at this address. Games that nobody touches for a long time are removed. <Link to="/">Start a new one</Link>
        .
      </p>
    </div>
  );
}
